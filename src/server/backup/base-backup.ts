import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { majorVersion } from '#server/platform/postgres-folder.ts'
import { connectTo, fingerprint } from './fingerprint.ts'
import { type Manifest, putManifest } from './manifest.ts'
import { packFolder } from './pack.ts'
import { type BackupConfig, claimTarget, systemOf, type Target } from './target.ts'

// How long the server may wait until its last segment is in the backup.
const archiveMs = 10 * 60_000

/** Makes a base backup of the running server; segments must be sent meanwhile. @returns its manifest */
export async function makeBase(target: Target, config: BackupConfig, url: string): Promise<Manifest> {
  const { dataDir, secretKeys, fileKeys } = config
  const cluster = join(dataDir, 'postgres')
  await claimTarget(target, { system: systemOf(cluster), secretKeys, fileKeys })
  const client = await connectTo(url)
  try {
    const { rows: times } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    const startedAt = (times[0]?.at ?? new Date()).toISOString()
    const id = `base-${startedAt.replace(/[-:]|\.\d+/g, '').toLowerCase()}-${randomBytes(2).toString('hex')}`
    // The backup exists as long as this connection.
    await client.query('select pg_backup_start($1, true)', [id])
    const packed = await packFolder(target, id, cluster)
    await client.query(`set statement_timeout = ${archiveMs}`)
    const { rows: stopped } = await client.query<{ label: string; at: Date }>(
      'select labelfile as label, clock_timestamp() as at from pg_backup_stop(true)',
    )
    await client.query('set statement_timeout = 0')
    const { label = '', at: endedAt = new Date() } = stopped[0] ?? {}
    const startSegment = /\(file ([\dA-F]{24})\)/.exec(label)?.[1]
    if (!startSegment) throw new Error('PostgreSQL named no segment to start from')
    const point = `check-${id}`
    const tables = await fingerprint(url, point)
    await client.query('select pg_switch_wal()')
    const { rows: files } = await client.query<{ key: string }>(
      'select unnest(store_keys) as key from media where ready_at is not null and erased_at is null',
    )
    const made: Manifest = {
      id,
      version: majorVersion,
      startedAt,
      endedAt: endedAt.toISOString(),
      startSegment,
      label,
      ...packed,
      secretKeys: [...secretKeys],
      fileKeys: [...fileKeys],
      files: files.map(({ key }) => key),
      point,
      tables,
    }
    await putManifest(target, made)
    return made
  } finally {
    await client.end()
  }
}
