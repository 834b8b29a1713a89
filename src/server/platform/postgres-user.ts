import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '#server/config.ts'

/** User that runs the database server; null for the user of this process. */
export type PostgresUser = { uid: number; gid: number; name: string } | null

/**
 * PostgreSQL refuses to run as root. Root uses the owner of an existing data folder, the user `postgres` (created if missing),
 * or `nobody`.
 */
export function choosePostgresUser(cluster: string): PostgresUser {
  if (process.getuid?.() !== 0) return null
  const owner = existsSync(cluster) ? statSync(cluster) : null
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: nameOf(owner.uid) }
  const known = findUser('postgres') ?? makePostgresUser() ?? findUser('nobody')
  if (!known || known.uid === 0) {
    throw new StartError(
      'PostgreSQL does not run as root: start as another user, or add one named postgres (useradd --system postgres).',
    )
  }
  return known
}

/**
 * Checks that a user can traverse a folder and its parents.
 * @throws StartError naming the first folder without access
 */
export function checkTraversable(folder: string, user: PostgresUser): void {
  if (!user) return
  const above: string[] = []
  for (let path = realpathSync(folder); ; path = dirname(path)) {
    above.unshift(path)
    if (path === dirname(path)) break
  }
  const closed = above.find((path) => !mayEnter(statSync(path), user))
  if (!closed) return
  throw new StartError(
    `The folder ${closed} is closed to the user ${user.name}, who runs the database: chmod o+x ${closed}, move the project or set DATA_DIR, or start as another user.`,
  )
}

function mayEnter(stats: Stats, user: { uid: number; gid: number }): boolean {
  const bit = stats.uid === user.uid ? 0o100 : stats.gid === user.gid ? 0o010 : 0o001
  return (stats.mode & bit) !== 0
}

function makePostgresUser(): PostgresUser {
  const made = spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
    stdio: 'ignore',
  })
  if (made.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', 'postgres'], { stdio: 'ignore' })
  return findUser('postgres')
}

function accounts(): string[][] {
  return existsSync('/etc/passwd')
    ? readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .map((line) => line.split(':'))
    : []
}

function findUser(name: string): PostgresUser {
  const row = accounts().find((fields) => fields[0] === name)
  return row ? { uid: Number(row[2]), gid: Number(row[3]), name } : null
}

function nameOf(uid: number): string {
  return accounts().find((fields) => Number(fields[2]) === uid)?.[0] ?? `number ${uid}`
}
