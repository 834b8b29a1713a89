import { randomUUID } from 'node:crypto'
import {
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '#server/config.ts'
import { choosePostgresUser } from '#server/platform/postgres-user.ts'
import { createPlainStore } from '#server/providers/storage/store.ts'
import { connectTo } from './fingerprint.ts'
import { newestBase } from './manifest.ts'
import { recover } from './recover.ts'
import { listSegments } from './sending.ts'
import { type BackupConfig, openTarget, readOwner, type Target } from './target.ts'

export type Restored = { id: string; lastChange: Date | null; files: number; missing: string[] }

/**
 * Restores database, uploaded files and keys into the empty DATA_DIR, as they were at a time, or as the backup has them last.
 * The database appears in DATA_DIR when everything else is there. `undone` prepares it for what happened after that time and is undone.
 */
export async function restore(
  config: Pick<BackupConfig, 'backup' | 'dataDir' | 's3'>,
  time: Date | null,
  undone: (url: string, time: Date) => Promise<void> = async () => {},
): Promise<Restored> {
  const { dataDir } = config
  const present = existsSync(dataDir) ? readdirSync(dataDir) : []
  if (present.length > 0)
    throw new StartError(`DATA_DIR ${dataDir} is not empty (${present[0]}): move it away, or set a new one.`)
  mkdirSync(dataDir, { recursive: true })
  const target = openTarget(config)
  const cluster = join(dataDir, 'restoring')
  try {
    const base = await newestBase(target, time)
    const server = await recover(target, base, cluster, time && { time })
    let found: { lastChange: Date | null; keys: string[] }
    try {
      found = await readRestored(server.url)
      if (time) await undone(server.url, time)
    } finally {
      await server.stop()
    }
    await awaitHistories(target, cluster)
    const files = await restoreFiles(config, found.keys)
    const owner = await readOwner(target)
    for (const [name, newest, older] of [
      ['secret-key', owner?.secretKeys ?? [], base.secretKeys],
      ['file-keys', owner?.fileKeys ?? [], base.fileKeys],
    ] as const)
      writeFileSync(join(dataDir, name), `${[...new Set([...newest, ...older])].join('\n')}\n`, { mode: 0o600 })
    renameSync(cluster, join(dataDir, 'postgres'))
    return { id: base.id, lastChange: found.lastChange, ...files }
  } catch (error) {
    for (const name of ['media', 'secret-key', 'file-keys'])
      rmSync(join(dataDir, name), { recursive: true, force: true })
    throw error
  } finally {
    rmSync(cluster, { recursive: true, force: true })
    rmSync(target.folder, { recursive: true, force: true })
  }
}

/**
 * Lets the restored server send the history of its new timeline when it goes on, so that later restores follow it and take
 * another number. Sending it here would lead them astray if the restore was only a trial.
 */
async function awaitHistories(target: Target, cluster: string): Promise<void> {
  const known = new Set((await listSegments(target)).map(({ segment }) => segment))
  const names = readdirSync(join(cluster, 'pg_wal')).filter((name) => name.endsWith('.history') && !known.has(name))
  const user = choosePostgresUser(cluster)
  for (const name of names) {
    const ready = join(cluster, 'pg_wal/archive_status', `${name}.ready`)
    writeFileSync(ready, '', { mode: 0o600 })
    if (user) chownSync(ready, user.uid, user.gid)
  }
}

async function readRestored(url: string): Promise<{ lastChange: Date | null; keys: string[] }> {
  const client = await connectTo(url)
  try {
    const { rows: times } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
    const { rows } = await client.query<{ key: string }>(
      'select unnest(store_keys) as key from media where ready_at is not null and deleted_at is null',
    )
    return { lastChange: times[0]?.at ?? null, keys: rows.map(({ key }) => key) }
  } finally {
    await client.end()
  }
}

/** Puts the files that rows name into the store; `missing` are damaged ones, too. A bucket of files keeps what it has. */
async function restoreFiles(
  config: Pick<BackupConfig, 'backup' | 'dataDir' | 's3'>,
  keys: readonly string[],
): Promise<{ files: number; missing: string[] }> {
  const target = openTarget(config)
  const store = createPlainStore(config)
  const missing: string[] = []
  const kept = new Set((await store.list('')).map(({ key }) => key))
  let files = 0
  for (const key of keys) {
    if (kept.has(key)) continue
    const found = await target.store.get(`${key}.sealed`)
    if (!found) {
      missing.push(key)
      continue
    }
    const path = join(target.folder, randomUUID())
    const isWhole = await pipeline(found.body, createWriteStream(path, { mode: 0o600 })).then(
      () => statSync(path).size === found.bytes,
      () => false, // it was changed
    )
    if (isWhole) await store.put(key, { path, contentType: 'application/octet-stream' })
    else missing.push(key)
    if (isWhole) files++
    rmSync(path, { force: true })
  }
  return { files, missing }
}
