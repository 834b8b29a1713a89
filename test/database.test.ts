import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { constraintOf, type Transaction, transaction } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { prepared } from '#server/platform/prepared.ts'
import { openQueue } from '#server/platform/queue.ts'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { databaseTypes, schemaFile } from '../scripts/database-types.ts'
import { scratchFolder } from '../scripts/scratch-folder.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** Makes PostgreSQL raise an error of the given code. */
const raise = (code: string) => sql`do ${sql.lit(`begin raise exception 'made up' using errcode = '${code}'; end`)}`

describe('the database', () => {
  it('matches the generated schema types', async () => {
    expect(await databaseTypes(database.url), 'run node scripts/run.mjs types').toBe(readFileSync(schemaFile, 'utf8'))
  })

  it('has an index for every reference to a lesson, because a new timetable deletes many', async () => {
    const { rows } = await sql<{ reference: string }>`
      select conname as reference from pg_constraint c
      where contype = 'f' and confrelid = 'lesson'::regclass
        and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = (select format('(%I IS NOT NULL)', attname)
            from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1])))`.execute(database.db)
    expect(rows).toEqual([])
  })

  it('is refused when a different version of the program migrated it', async () => {
    const other = await testDatabase()
    await sql`update migration set name = '0001-accounts.sql' where name = '0001-platform.sql'`.execute(other.db)
    await expect(migrate(other.url)).rejects.toThrow(
      'The database has the migration 0001-accounts.sql, which this version does not have: use the version that made the database, or another database.',
    )
    await other.drop()
  })

  it('is used after a later version widened it, and refused once one narrowed it', async () => {
    const later = await testDatabase()
    const folder = scratchFolder('migrations')
    cpSync('migrations', folder, { recursive: true })
    const add = (name: string, text: string) => writeFileSync(join(folder, name), text)
    add('9998-wider.sql', '-- widen\ncreate table wider (id int);\n')
    expect(await migrate(later.url, folder)).toEqual(['9998-wider.sql'])
    expect(await migrate(later.url)).toEqual([])
    add('9999-narrower.sql', '-- narrow\ndrop table wider;\n')
    await migrate(later.url, folder)
    await expect(migrate(later.url)).rejects.toThrow('The database has the migration 9999-narrower.sql')
    rmSync(folder, { recursive: true })
    await later.drop()
  })

  it('sends statements that a transaction starts together in one round trip, in order', async () => {
    const { query } = pg.Client.prototype
    let open = 0
    let most = 0
    const counted = function (this: pg.Client, ...args: unknown[]): unknown {
      most = Math.max(most, ++open)
      const answer = Reflect.apply(query, this, args) as unknown as Promise<unknown> // safe: the builder passes no callback
      return answer.finally(() => open--)
    }
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(counted as typeof query) // safe: passes everything on
    const numbers = await transaction(database.db, async (tx) => {
      await sql`create temporary table sent (n int) on commit drop`.execute(tx)
      const insert = () => sql`insert into sent select count(*) from sent`.execute(tx)
      const [, , { rows }] = await Promise.all([insert(), insert(), sql`select n from sent order by n`.execute(tx)])
      return rows
    }).finally(() => spy.mockRestore())
    expect(numbers).toEqual([{ n: 0 }, { n: 1 }])
    expect(most).toBe(3)
  })

  it('rolls back statements sent together when one fails, and names that one’s error', async () => {
    const phone = '9000000001'
    const insert = (tx: Transaction) => sql`insert into account (phone) values (${phone})`.execute(tx)
    const failed = transaction(database.db, async (tx) => {
      // All replies are there before the first is read, and the failure passes through more promises than its consequence.
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200))
      const longWay = async () => await (async () => await (async () => await raise('23505').execute(tx))())()
      await Promise.all([insert(tx), longWay(), sql`select 1`.execute(tx), insert(tx)])
    })
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect((await sql`select from account where phone = ${phone}`.execute(database.db)).rows).toEqual([])
  })

  it('parses integers, decimals, dates and timestamps into the expected types', async () => {
    const { rows } =
      await sql`select 5::int8 as a, 1.25::numeric as b, date '2026-03-01' as c, timestamptz '2026-03-01 00:00Z' as d`.execute(
        database.db,
      )
    expect(rows).toEqual([{ a: 5, b: 1.25, c: '2026-03-01', d: new Date('2026-03-01T00:00:00Z') }])
    await expect(sql`select 9007199254740993 as a`.execute(database.db)).rejects.toThrow('too large')
  })

  it('names the constraint that rejected a write', async () => {
    const wrong = database.db.insertInto('account').values({ phone: '123' }).execute()
    expect(constraintOf(await wrong.catch((error: unknown) => error))).toBe('account_phone_indian')
    expect(constraintOf(new Error('something else'))).toBeNull()
  })

  it('plans a prepared statement once per connection', async () => {
    await database.db.connection().execute(async (connection) => {
      const select = async (n: number) =>
        (await sql<{ n: number }>`${prepared} select ${n}::int as n`.execute(connection)).rows
      expect([await select(1), await select(2)]).toEqual([[{ n: 1 }], [{ n: 2 }]])
      const { rows } = await sql<{
        calls: number
      }>`select (generic_plans + custom_plans)::int as calls from pg_prepared_statements`.execute(connection)
      expect(rows).toEqual([{ calls: 2 }])
    })
  })

  it.each(['40001', '40P01'])('retries a transaction that failed with %s', async (code) => {
    let tries = 0
    const result = await transaction(database.db, async (tx) => {
      if (++tries < 3) await raise(code).execute(tx)
      return tries
    })
    expect(result).toBe(3)
  })

  it('gives up after the third retry, and at once for other errors', async () => {
    const run = async (code: string) => {
      let tries = 0
      await transaction(database.db, async (tx) => {
        tries++
        await raise(code).execute(tx)
      }).catch(() => {})
      return tries
    }
    expect([await run('40001'), await run('P0001')]).toEqual([4, 1])
  })

  it('retries when the connection is lost during a transaction', async () => {
    let tries = 0
    await transaction(database.db, async (tx) => {
      if (++tries === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    expect(tries).toBe(2)
  })

  it('retries when a lost connection is reported only as not queryable', async () => {
    let tries = 0
    await transaction(database.db, async (tx) => {
      if (++tries > 1) return
      for (;;) {
        const cut = await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx).catch((error: Error) => error)
        if (cut instanceof Error && cut.message.includes('not queryable')) throw cut
      }
    })
    expect(tries).toBe(2)
  })
})

describe('a queued job', () => {
  it('exists only if its transaction committed', async () => {
    const queue = await openQueue(database.url, { maintain: false })
    const kept = randomUUID()
    const dropped = randomUUID()
    await transaction(database.db, (tx) => queue.send(tx, 'payments.sync', { orderId: kept }))
    await transaction(database.db, async (tx) => {
      await queue.send(tx, 'payments.sync', { orderId: dropped })
      throw new Error('rolled back')
    }).catch(() => {})
    const ran: string[] = []
    const nothing = async () => {}
    const handlers = {
      'payments.reconcile': nothing,
      'payments.lapse-requests': nothing,
      'lessons.settle-due': nothing,
      'platform.clean': nothing,
      'chat.notify-away': nothing,
      'lessons.remind': nothing,
      'lessons.no-shows': nothing,
      'proposals.end': nothing,
      'reviews.publish': nothing,
      'checks.expire': nothing,
      'mentors.reliability': nothing,
      'admin.figures': nothing,
      'privacy.erase': nothing,
      'privacy.retain': nothing,
      'privacy.copy': nothing,
      'privacy.breach': nothing,
      'mentors.place': nothing,
      'mentors.cards': nothing,
      'reconciliation.nightly': nothing,
      'reconciliation.check': nothing,
      'media.erase': nothing,
      'media.sweep': nothing,
      'refunds.send': nothing,
      'refunds.sync': nothing,
      'refunds.sweep': nothing,
      'messages.send': nothing,
      'lessons.tomorrow': nothing,
      'lessons.rested': nothing,
      'cases.escalate': nothing,
      'codes.watch': nothing,
      'transfers.sweep': nothing,
      'transfers.told': nothing,
      'transfers.settled': nothing,
      'payouts.payees': nothing,
      'payouts.check-account': nothing,
      'payouts.check-accounts': nothing,
      'taxes.return': nothing,
      'taxes.ask': nothing,
      'invoices.issue': nothing,
      'aadhaar.scan': nothing,
      'mentors.listing': nothing,
      'catalogue.leftovers': nothing,
      'calls.notify': nothing,
    }
    await queue.runWaiting({ ...handlers, 'payments.sync': async ({ orderId }) => void ran.push(orderId) })
    await queue.stop()
    expect(ran).toEqual([kept])
  })
})
