import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#server/config.ts'

const defaultFolder = join(import.meta.dirname, '../../../migrations')
// Any number, the same in every version of the program.
const lockKey = 7_352_001

type Kind = 'widen' | 'narrow'
type Migration = { name: string; sql: string; checksum: string; kind: Kind }
/** `kind` is null if an earlier version applied it. */
type Applied = { name: string; checksum: string; kind: Kind | null }

/**
 * Applies the files of `migrations/` in order, each once and in its own transaction, in one process at a time. A database that a
 * later version widened is used as it is. @returns the names of the applied files
 * @throws StartError if a migration was edited, is missing or fails, or if a later version narrowed the database
 */
export async function migrate(url: string, folder: string = defaultFolder): Promise<string[]> {
  const files = await readMigrations(folder)
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mentorsetu migrate',
    options: '-c timezone=UTC',
  })
  client.on('error', () => {}) // reported by the running query
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    // A role that owns nothing may not create a table, not even one that exists.
    const { rows } = await client.query<{ has: boolean }>(`select to_regclass('migration') is not null as has`)
    if (!rows[0]?.has) await asOwner(() => client.query(table))
    // The rows of earlier versions have no kind.
    const applied = await client.query<Applied>(
      "select name, checksum, to_jsonb(migration) ->> 'kind' as kind from migration order by name",
    )
    checkHistory(files, applied.rows)
    const waiting = files.slice(applied.rows.length)
    if (waiting.length > 0)
      await asOwner(() => client.query('alter table migration add column if not exists kind text'))
    for (const file of waiting) await asOwner(() => apply(client, file))
    return waiting.map((file) => file.name)
  } finally {
    await client.end()
  }
}

const table = `create table migration (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now(),
  kind text
)`

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return await Promise.all(
    names.map(async (name, place) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const numberOf = (one: string | undefined) => Number(/^\d{4}(?=-)/.exec(one ?? '0000-')?.[0])
      if (!(numberOf(name) > numberOf(names[place - 1])))
        throw new StartError(`migrations/${name} is out of order: each file needs a number of its own, such as 0012-.`)
      const kind = sql.startsWith('-- widen\n') ? 'widen' : sql.startsWith('-- narrow\n') ? 'narrow' : null
      if (!kind) throw new StartError(`migrations/${name} must say "-- widen" or "-- narrow" in its first line.`)
      return { name, sql, kind, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function checkHistory(files: Migration[], applied: Applied[]): void {
  applied.forEach((row, place) => {
    const file = files[place]
    if (place >= files.length && row.kind === 'widen') return
    if (!files.some((one) => one.name === row.name)) {
      throw new StartError(
        `The database has the migration ${row.name}, which this version does not have: use the version that made the database, or another database.`,
      )
    }
    if (file?.name !== row.name) {
      throw new StartError(
        `The migration ${file?.name} comes before ${row.name}, which was applied already: give it the next number.`,
      )
    }
    if (file.checksum !== row.checksum) {
      throw new StartError(`The migration ${row.name} was edited after it was applied: undo that and add a new one.`)
    }
  })
}

/** Runs a change of the tables. @throws StartError with the way out if the role may not make it */
async function asOwner(change: () => Promise<unknown>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501')
      throw new StartError(
        'The database lacks migrations of this version, and the role of DATABASE_URL may not apply them: run npm run migrate with DATABASE_OWNER_URL first, or set it here.',
      )
    throw error
  }
}

async function apply(client: pg.Client, migration: Migration, tries = 10): Promise<void> {
  const { name, sql, checksum, kind } = migration
  try {
    await client.query('begin')
    // Requests queue behind one that waits for a table.
    await client.query("set local lock_timeout = '3s'")
    await client.query(sql)
    await client.query('insert into migration (name, checksum, kind) values ($1, $2, $3)', [name, checksum, kind])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (error instanceof pg.DatabaseError && error.code === '42501') throw error
    if (error instanceof pg.DatabaseError && error.code === '55P03' && tries > 1) {
      await pause(2_000)
      return await apply(client, migration, tries - 1)
    }
    throw new StartError(`The migration ${name} failed: ${error instanceof Error ? error.message : error}.`)
  }
}
