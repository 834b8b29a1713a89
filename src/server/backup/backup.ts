import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import { archivedFolder, waitingSegments } from '#server/platform/postgres-archive.ts'
import { database, databaseUrl } from '#server/platform/postgres-folder.ts'
import { runningPort } from '#server/platform/postgres-process.ts'
import { createPlainStore } from '#server/providers/storage/store.ts'
import { makeBase } from './base-backup.ts'
import { connectTo } from './fingerprint.ts'
import type { Manifest } from './manifest.ts'
import { removeOld } from './retention.ts'
import { fileSender, sendSegments } from './sending.ts'
import { type BackupConfig, claimTarget, openTarget, readOwner, systemOf } from './target.ts'
import { stopScratch, verifyNewest } from './verify.ts'

export { restore } from './restore.ts'
export { forgetUnsent, openTarget } from './target.ts'
export { verifyNewest } from './verify.ts'

const segmentsMs = 1_000
const filesMs = 10_000
const retryMs = 60 * 60_000
/** Hour of the nightly backup in UTC, 03:30 in India. */
const nightly = { hour: 22, minute: 0 }

/** Sends segments and files while the embedded server runs. */
export type Sender = {
  /** Sends what waits, once more, and ends. */
  stop(): Promise<void>
}

export function openSender(config: BackupConfig, log?: Log): Sender {
  const target = openTarget(config)
  const cluster = join(config.dataDir, 'postgres')
  const sendFiles = fileSender(target, createPlainStore(config))
  const ending = new AbortController()
  let isClaimed = false
  let filesAt = 0
  let client: pg.Client | null = null

  async function send(): Promise<void> {
    if (!existsSync(join(cluster, 'global/pg_control'))) return
    if (!isClaimed) await claim()
    await sendClaimed()
    if (Date.now() < filesAt + filesMs) return
    const port = runningPort(cluster)
    if (!port) return
    client ??= await connectTo(databaseUrl(cluster, port, database))
    await sendFiles(client)
    filesAt = Date.now()
  }
  async function claim(): Promise<void> {
    // An empty folder where a disk is not mounted would swallow what the server then forgets.
    if (existsSync(markOf(cluster)) && !(await readOwner(target)))
      throw new StartError(
        `BACKUP_TO is empty, but there were backups: mount its disk. To begin another backup, delete ${markOf(cluster)}.`,
      )
    await claimTarget(target, { system: systemOf(cluster), ...config })
    isClaimed = true
  }
  async function sendClaimed(): Promise<void> {
    if (waitingSegments(cluster).length === 0) return
    isClaimed = (await readOwner(target))?.system === systemOf(cluster)
    if (isClaimed) await sendSegments(target, cluster)
  }
  async function run(): Promise<void> {
    let failing = false
    while (!ending.signal.aborted) {
      try {
        await send()
        failing = false
      } catch (error) {
        await client?.end().catch(() => {})
        client = null
        // Once each time it starts to fail; the server may be starting, too.
        if (!failing && runningPort(cluster))
          log?.error({ event: 'backup-unsent', err: error }, 'the backup cannot be sent')
        failing = true
      }
      await pause(segmentsMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  const running = run().catch(() => {})
  return {
    async stop() {
      ending.abort()
      await running
      await client?.end().catch(() => {})
      // A backup of another database that refused ours must not get our last segments.
      if (isClaimed && existsSync(cluster)) await sendClaimed()
    },
  }
}

/** Makes a base backup of the running embedded server, sends every file and removes old backups. A sender must run. */
export async function backUp(config: BackupConfig): Promise<Manifest> {
  const target = openTarget(config)
  const cluster = join(config.dataDir, 'postgres')
  const port = runningPort(cluster)
  if (!port) throw new StartError('The embedded database does not run.')
  const client = await connectTo(databaseUrl(cluster, port, database))
  try {
    const { rows } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`)
    if (rows[0]?.mode !== 'on')
      throw new StartError('PostgreSQL was started before BACKUP_TO was set: restart MentorSetu.')
    const base = await makeBase(target, config, databaseUrl(cluster, port, database))
    await fileSender(target, createPlainStore(config))(client)
    await removeOld(target, client, new Date())
    writeFileSync(markOf(cluster), base.startedAt)
    return base
  } finally {
    await client.end()
  }
}

const markOf = (cluster: string) => join(cluster, archivedFolder, 'last-base')

/** Whether no base backup was made since the last nightly hour, or the archive began anew. */
function isDue(dataDir: string, now: Date): boolean {
  const mark = markOf(join(dataDir, 'postgres'))
  const last = new Date(now)
  last.setUTCHours(nightly.hour, nightly.minute, 0, 0)
  if (last > now) last.setUTCDate(last.getUTCDate() - 1)
  return !existsSync(mark) || new Date(readFileSync(mark, 'utf8')) < last
}

/** Backs up and verifies when it is due, every night. @returns how to stop */
export function backUpNightly(config: BackupConfig, log: Log): () => Promise<void> {
  const ending = new AbortController()
  let isVerified = true
  /** A base that is due, and the verification of the last one: one that fails is repeated without another base. */
  async function backUpIfDue(): Promise<void> {
    if (isDue(config.dataDir, new Date())) {
      const { id, packedBytes } = await backUp(config)
      isVerified = false
      log.info({ id, packedBytes }, 'backed up')
    }
    if (isVerified) return
    log.info(await verifyNewest(openTarget(config), config), 'the backup was verified')
    isVerified = true
  }
  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const hasFailed = await backUpIfDue().then(
        () => false,
        (error: unknown) => {
          if (!ending.signal.aborted) log.error({ event: 'backup-failed', err: error }, 'the backup failed')
          return true
        },
      )
      await pause(hasFailed ? retryMs : 60_000, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  run().catch((error: unknown) => log.error({ event: 'backup-failed', err: error }, 'the backup failed'))
  return async () => {
    ending.abort()
    await stopScratch(config)
  }
}
