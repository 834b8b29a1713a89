import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import { archiveSettings, forgetArchive } from '#server/platform/postgres-archive.ts'
import { database, databaseUrl, prepareCluster } from '#server/platform/postgres-folder.ts'
import { killServer, runningPort, startServer, stopServer } from '#server/platform/postgres-process.ts'
import { programsFolder } from '#server/platform/postgres-programs.ts'
import { checkTraversable, choosePostgresUser } from '#server/platform/postgres-user.ts'
import { isStarting, recoveryWait } from '#server/platform/recovery.ts'

// Advisory locks in the database `postgres`: the owner holds the first, every user of the server shares the second.
const ownerLock = 7_352_100
const userLock = 7_352_101
const patienceMs = 20_000
const ownerPatienceMs = 2_000
/** Growing waits between failed restarts. */
const restartPauseMs = (tries: number) => Math.min(500 * 2 ** tries, 10_000)

/** `owner`: the program, one per data folder. `guest`: a tool running beside it. */
export type Role = 'owner' | 'guest'
/** `kill` skips the clean shutdown. */
export type RunningPostgres = { url: string; stop(): Promise<void>; kill(): void }

/**
 * Ensures that a PostgreSQL server runs on `dataDir/postgres`: creates the folder, starts the server or attaches to a running
 * one. The owner restarts a server that exits, on the same port. `stop` stops the server unless others still use it. `fast`
 * trades durability for speed, for tests. `connections` are those of one process, `memoryMb` the shared buffers. `archives` keeps the WAL until `markArchived` says that it is in the backup.
 * `log` hears of each restart.
 * @throws StartError in one line, also if another program owns the folder
 */
export async function openPostgres(options: {
  dataDir: string
  role: Role
  fast?: boolean
  connections?: number
  memoryMb?: number
  archives?: boolean
  log?: Log
}): Promise<RunningPostgres> {
  const { dataDir, role, fast = false, connections = 20, memoryMb = 128, archives = false, log } = options
  const cluster = join(dataDir, 'postgres')
  const user = choosePostgresUser(cluster)
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true })
  for (const folder of [programsFolder(), dataDir]) checkTraversable(folder, user)
  await prepareCluster(cluster, user, fast)
  if (!archives && role === 'owner') forgetArchive(cluster)

  let port: number | null = null
  let isLeaving = false
  const leaving = new AbortController()
  let entering: Promise<void> = Promise.resolve()
  let holder = await enter(role)
  port = runningPort(cluster)
  if (!port) throw new StartError(`PostgreSQL on ${cluster} ended while it was being used.`)
  await recoveryWait().untilDone(holder)
  await holder.query(`create database ${database}`).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error
  })
  if (role === 'owner') watch()
  return { url: databaseUrl(cluster, port, database), stop, kill }

  /** Connects, starts the server if needed and takes the locks of the role. */
  async function enter(as: Role): Promise<pg.Client> {
    const recovery = recoveryWait()
    let until = Date.now() + patienceMs
    let ownedSince = 0
    let problem = 'it does not answer'
    while (!isLeaving && Date.now() < until) {
      if (!runningPort(cluster)) {
        const settings = archives ? archiveSettings(cluster) : {}
        await startServer(cluster, user, { fast, port, connections, memoryMb, settings })
      }
      const client = await connect(cluster).catch(async (error: unknown) => {
        if (error instanceof StartError) throw error
        if (isStarting(error)) {
          await recovery.nextTry()
          until = Date.now() + patienceMs
        }
        problem = error instanceof Error ? error.message : String(error)
        return null
      })
      if (client) {
        const result = await takeLocks(client, as).catch(() => null)
        if (result === true) return client
        await client.end().catch(() => {})
        if (result !== null) {
          // The previous owner may still be stopping.
          ownedSince ||= Date.now()
          if (Date.now() - ownedSince > ownerPatienceMs) {
            throw new StartError(
              `The data folder ${dataDir} is in use by another MentorSetu (${result}): stop that one, or set another DATA_DIR.`,
            )
          }
        }
      }
      await pause(100)
    }
    throw new StartError(`PostgreSQL on ${cluster} cannot be reached: ${problem}.`)
  }

  /** Restarts a server that exited, on the same port. */
  function watch(): void {
    holder.once('end', () => {
      entering = enterAgain().catch(() => {})
    })
  }
  async function enterAgain(): Promise<void> {
    if (!isLeaving) log?.error({ event: 'postgres-ended' }, 'PostgreSQL ended and is started again')
    for (let tries = 0; !isLeaving; tries++) {
      try {
        holder = await enter(role)
        log?.warn({ event: 'postgres-started', tries: tries + 1 }, 'PostgreSQL runs again')
        return watch()
      } catch (error) {
        if (isLeaving) return
        log?.error({ event: 'postgres-start-failed', tries: tries + 1, err: error }, 'PostgreSQL does not start')
        await pause(restartPauseMs(tries), undefined, { signal: leaving.signal }).catch(() => {})
      }
    }
  }

  async function stop(): Promise<void> {
    isLeaving = true
    leaving.abort()
    await entering
    const isLast = role === 'owner' || (await isAlone(holder).catch(() => true))
    if (isLast) await stopServer(cluster, user)
    await holder.end().catch(() => {})
  }
  function kill(): void {
    isLeaving = true
    killServer(cluster)
  }
}

async function connect(cluster: string): Promise<pg.Client> {
  const port = runningPort(cluster)
  if (!port) throw new Error('it has just ended')
  const client = new pg.Client({
    connectionString: databaseUrl(cluster, port, 'postgres'),
    application_name: `mentorsetu process ${process.pid}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  client.on('error', () => {}) // a stopping server ends this connection
  await client.connect().catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && error.code === '28P01')) throw error
    throw new StartError(
      `The password in ${cluster} does not open its database: put the original folder back, or move it away to begin anew.`,
    )
  })
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  if (rows[0] && realpathSync(rows[0].folder) === realpathSync(cluster)) return client
  await client.end()
  throw new StartError(`Another PostgreSQL answers on port ${port}, where the one of ${cluster} should be.`)
}

/** @returns true, or the holder of the owner lock */
async function takeLocks(client: pg.Client, role: Role): Promise<true | string> {
  await client.query('select pg_advisory_lock_shared($1)', [userLock])
  if (role === 'guest') return true
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ownerLock])
  if (rows[0]?.taken) return true
  const holder = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1::bigint::oid`,
    [ownerLock],
  )
  return holder.rows[0]?.name.replace(/^mentorsetu /, '') ?? 'which is just leaving'
}

/** Whether nobody else uses the server. Releases this session's own shared lock. */
async function isAlone(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [userLock])
  const { rows } = await client.query<{ alone: boolean }>(
    'select pg_try_advisory_lock($1) and pg_try_advisory_lock($2) as alone',
    [ownerLock, userLock],
  )
  return rows[0]?.alone === true
}
