import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Manifest } from './manifest.ts'

type Tables = Manifest['tables']
// Below PostgreSQL's deadlock time-out of a second, so that waiting for locks never cancels a transaction of the program.
const lockMs = 300
const attempts = 100

export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mentorsetu backup',
    options: '-c timezone=UTC',
  })
  client.on('error', () => {}) // reported by the running query
  await client.connect()
  return client
}

/** Permanent tables of the program, quoted. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    order by 1`)
  return rows.map(({ name }) => name)
}

/** Number and hash of all rows of each table, in any order of rows. */
export async function hashRows(client: pg.Client): Promise<Tables> {
  const tables: Tables = {}
  for (const name of await tablesOf(client)) {
    const { rows } = await client.query<{ rows: number; hash: string }>(
      `select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash from ${name} t`,
    )
    if (rows[0]) tables[name] = rows[0]
  }
  return tables
}

/** Names this moment in the WAL and hashes all rows as they are in it. Writers wait for less than a second. */
export async function fingerprint(url: string, point: string): Promise<Tables> {
  const locker = await connectTo(url)
  const reader = await connectTo(url)
  try {
    await reader.query('begin isolation level repeatable read read only')
    await lockAll(locker)
    try {
      // No transaction with writes is open now, so that this snapshot and the restore point have the same rows.
      await reader.query('select txid_current_if_assigned()')
      await reader.query('select count(*) from pg_class')
      await locker.query('select pg_create_restore_point($1)', [point])
    } finally {
      await locker.query('rollback')
    }
    return await hashRows(reader)
  } finally {
    await locker.end()
    await reader.end()
  }
}

async function lockAll(client: pg.Client): Promise<void> {
  const tables = await tablesOf(client)
  if (tables.length === 0) throw new Error('the database has no tables')
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${lockMs}`)
      await client.query(`lock table ${tables.join(', ')} in share mode`)
      return
    } catch (error) {
      await client.query('rollback')
      if (attempt === attempts) throw error
      await pause(100 + 10 * attempt)
    }
  }
}
