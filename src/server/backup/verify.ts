import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/config.ts'
import { runningPort, stopServer } from '#server/platform/postgres-process.ts'
import { choosePostgresUser } from '#server/platform/postgres-user.ts'
import { connectTo, hashRows } from './fingerprint.ts'
import { type Manifest, newestBase } from './manifest.ts'
import { recover } from './recover.ts'
import type { BackupConfig, Target } from './target.ts'

const scratchOf = (dataDir: string) => join(dataDir, 'verifying')

/** Stops the scratch server of a verification that is given up or was broken off. */
export async function stopScratch({ dataDir }: Pick<BackupConfig, 'dataDir'>): Promise<void> {
  const cluster = join(scratchOf(dataDir), 'postgres')
  if (runningPort(cluster)) await stopServer(cluster, choosePostgresUser(cluster))
}

export type Verified = { id: string; tables: number; rows: number; indexes: number; files: number }

/**
 * Restores the newest base backup into a scratch server beside the data, compares the hash of every row, lets amcheck examine
 * tables and indexes, and opens every uploaded file.
 * @throws StartError naming what does not match
 */
export async function verifyNewest(target: Target, { dataDir }: Pick<BackupConfig, 'dataDir'>): Promise<Verified> {
  const base = await newestBase(target)
  const scratch = scratchOf(dataDir)
  await stopScratch({ dataDir })
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  chmodSync(scratch, 0o711)
  try {
    const server = await recover(target, base, join(scratch, 'postgres'), { point: base.point })
    try {
      const { tables, rows } = await compareRows(server.url, base)
      const indexes = await checkStructure(server.url)
      return { id: base.id, tables, rows, indexes, files: await openFiles(target, base.files) }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function compareRows(url: string, { id, tables: expected }: Manifest): Promise<{ tables: number; rows: number }> {
  const client = await connectTo(url)
  try {
    const found = await hashRows(client)
    const names = new Set([...Object.keys(found), ...Object.keys(expected)])
    const wrong = [...names].filter((name) => JSON.stringify(found[name]) !== JSON.stringify(expected[name]))
    if (wrong.length > 0)
      throw new StartError(`The backup ${id} has other rows than the database: ${wrong.join(', ')}.`)
    const rows = Object.values(found).reduce((sum, one) => sum + one.rows, 0)
    if (rows === 0) throw new StartError(`The backup ${id} is empty: it has no rows.`)
    return { tables: names.size, rows }
  } finally {
    await client.end()
  }
}

/** amcheck on every table, and on every B-tree and GIN index with all rows. @returns the number of indexes */
async function checkStructure(url: string): Promise<number> {
  const client = await connectTo(url)
  try {
    await client.query('create extension if not exists amcheck')
    const { rows: faults } = await client.query<{ name: string; msg: string }>(`
      select c.oid::regclass::text as name, f.msg from pg_class c, lateral verify_heapam(c.oid) f
      where c.relkind in ('r', 't', 'm') and c.relpersistence = 'p' limit 1`)
    if (faults[0]) throw new StartError(`amcheck: ${faults[0].name}: ${faults[0].msg}.`)
    const { rows } = await client.query<{ checked: number }>(`
      select count(case am.amname when 'btree' then bt_index_check(i.indexrelid, true)::text
        else gin_index_check(i.indexrelid)::text end)::int as checked
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am am on am.oid = c.relam
      where c.relkind = 'i' and am.amname in ('btree', 'gin') and c.relpersistence = 'p' and i.indisready and i.indisvalid`)
    return rows[0]?.checked ?? 0
  } catch (error) {
    throw error instanceof StartError
      ? error
      : new StartError(`amcheck: ${error instanceof Error ? error.message : error}.`)
  } finally {
    await client.end()
  }
}

async function openFiles({ store }: Target, keys: readonly string[]): Promise<number> {
  for (const key of keys) {
    const found = await store.get(`${key}.sealed`)
    if (!found) throw new StartError(`The file ${key} is missing in the backup.`)
    try {
      for await (const _ of found.body);
    } catch {
      throw new StartError(`The file ${key} in the backup is damaged.`)
    }
  }
  return keys.length
}
