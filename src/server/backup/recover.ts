import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '#server/config.ts'
import { database, databaseUrl, majorVersion } from '#server/platform/postgres-folder.ts'
import { runningPort, startServer, stopServer } from '#server/platform/postgres-process.ts'
import { reasonIn } from '#server/platform/postgres-programs.ts'
import { checkTraversable, choosePostgresUser } from '#server/platform/postgres-user.ts'
import { connectTo } from './fingerprint.ts'
import type { Manifest } from './manifest.ts'
import { unpackTo } from './pack.ts'
import { restoreCommand, serveSegments } from './recovery-segments.ts'
import type { Target } from './target.ts'

/** Where a recovery ends: at a time, at a restore point, or with the last segment of the backup. */
export type Until = { time: Date } | { point: string } | null

/**
 * Restores a base backup and the WAL after it into the new folder `cluster`, and starts the server, which takes writes.
 * @throws StartError if anything is missing, damaged or of another version, or if the end is not reached
 */
export async function recover(target: Target, base: Manifest, cluster: string, until: Until) {
  if (base.version !== majorVersion)
    throw new StartError(`The backup ${base.id} is of PostgreSQL ${base.version}, and this is ${majorVersion}.`)
  const user = choosePostgresUser(cluster)
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  if (user) chownSync(cluster, user.uid, user.gid)
  checkTraversable(join(cluster, '..'), user)
  await unpackTo(target, base, cluster, user)
  for (const [name, text] of [
    ['backup_label', base.label],
    ['recovery.signal', ''],
  ] as const) {
    writeFileSync(join(cluster, name), text, { mode: 0o600 })
    if (user) chownSync(join(cluster, name), user.uid, user.gid)
  }
  const segments = await serveSegments(target, base.startSegment, cluster, user)
  const quoted = (text: string) => `'${text}'`
  const settings = {
    restore_command: quoted(restoreCommand),
    recovery_target_action: 'promote',
    // Connections wait until the recovery is done.
    hot_standby: 'off',
    ...(until && 'time' in until ? { recovery_target_time: quoted(until.time.toISOString().replace('Z', '+00')) } : {}),
    ...(until && 'point' in until ? { recovery_target_name: quoted(until.point) } : {}),
  }
  try {
    await startServer(cluster, user, { fast: false, port: null, connections: 20, memoryMb: 128, settings })
    const url = await awaitEnd(cluster)
    const problem = segments.problem()
    if (problem) throw problem
    return { url, stop: () => stopServer(cluster, user) }
  } catch (error) {
    if (runningPort(cluster)) await stopServer(cluster, user)
    throw segments.problem() ?? explained(error)
  } finally {
    await segments.stop()
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !/before configured recovery target was reached/.test(error.message)) return error
  return new StartError('The backup ends before that time: leave out --to for everything that is in it.')
}

/** @returns the address of the recovered server */
async function awaitEnd(cluster: string): Promise<string> {
  for (;;) {
    const port = runningPort(cluster)
    if (!port)
      throw new StartError(`The recovery failed: ${reasonIn(readFileSync(join(cluster, 'server.log'), 'utf8'))}.`)
    const url = databaseUrl(cluster, port, database)
    const client = await connectTo(url).catch(() => null)
    if (client) {
      const { rows } = await client
        .query<{ on: boolean }>('select pg_is_in_recovery() as on')
        .finally(() => client.end())
      if (!rows[0]?.on) return url
    }
    await pause(100)
  }
}
