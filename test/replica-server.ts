import { chownSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { database, databaseUrl } from '#server/platform/postgres-folder.ts'
import { killServer, runningPort, startServer, stopServer } from '#server/platform/postgres-process.ts'
import { choosePostgresUser } from '#server/platform/postgres-user.ts'

const emptied = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp']
const left = ['postmaster.pid', 'postmaster.opts', 'server.log']

/** Streaming replicas of a running server of `openPostgres`, whose data folder is `primary`, in new folders. */
export async function startReplicas(primary: { folder: string; url: string }, folders: readonly string[]) {
  const source = join(primary.folder, 'postgres')
  const user = choosePostgresUser(source)
  const { hostname, port, username, password } = new URL(primary.url)
  const client = new pg.Client(primary.url)
  await client.connect()
  await client.query("select pg_backup_start('replica', true)")
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    const cluster = join(folder, 'postgres')
    cpSync(source, cluster, {
      recursive: true,
      filter: (path) =>
        !left.includes(basename(path)) &&
        !emptied.some((name) => path.startsWith(join(source, name)) && path !== join(source, name)),
    })
  }
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
  await client.end()
  return await Promise.all(
    folders.map(async (folder) => {
      const cluster = join(folder, 'postgres')
      mkdirSync(join(cluster, 'pg_wal/archive_status'))
      writeFileSync(join(cluster, 'backup_label'), rows[0]?.label ?? '')
      writeFileSync(join(cluster, 'standby.signal'), '')
      writeFileSync(
        join(cluster, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
      )
      if (user) {
        for (const name of ['', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })])
          chownSync(join(cluster, name), user.uid, user.gid)
      }
      const start = (at: number | null = null) =>
        startServer(cluster, user, { fast: true, port: at, connections: 20, memoryMb: 16, settings: {} })
      await start()
      const usedPort = runningPort(cluster) ?? 0
      const owner = new pg.Pool({ connectionString: databaseUrl(cluster, usedPort, database), max: 1 })
      owner.on('error', () => {}) // the server ends first
      return {
        port: usedPort,
        /** Runs a statement as the owner. */
        query: (text: string) => owner.query(text),
        kill: () => killServer(cluster),
        isRunning: () => runningPort(cluster) !== null,
        start: () => start(usedPort),
        async stop() {
          await owner.end()
          await stopServer(cluster, user)
          rmSync(folder, { recursive: true, force: true })
        },
      }
    }),
  )
}
export type ReplicaServer = Awaited<ReturnType<typeof startReplicas>>[number]
