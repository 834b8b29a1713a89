import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/config.ts'
import { isAlive } from '#server/platform/postgres-process.ts'
import { reasonIn, runProgram } from '#server/platform/postgres-programs.ts'
import type { PostgresUser } from '#server/platform/postgres-user.ts'

/** Role the program logs in with, a superuser of its own server. */
const superuser = 'mentorsetu'
/** Database of the program in the embedded server. */
export const database = 'mentorsetu'
/** Version of PostgreSQL that the data folder belongs to. */
export const majorVersion = '18'
// Inside the cluster folder, so that one rename publishes both.
const passwordFile = 'mentorsetu-password'

/**
 * Creates the database folder if there is none. It is built aside and renamed when complete, so that a crash leaves no partial
 * folder.
 * @throws StartError if the folder belongs to another user, is broken or is of another PostgreSQL version
 */
export async function prepareCluster(cluster: string, user: PostgresUser, fast: boolean): Promise<void> {
  if (!existsSync(cluster) || isEmptyFolder(cluster)) await makeCluster(cluster, user, fast)
  const advice = 'move it away to begin anew, or set another DATA_DIR'
  const owner = statSync(cluster)
  if (process.getuid && !user && owner.uid !== process.getuid()) {
    throw new StartError(
      `The database folder ${cluster} belongs to another user: start as that user, or set another DATA_DIR.`,
    )
  }
  const version = readOr(join(cluster, 'PG_VERSION'), '').trim()
  if (version && version !== majorVersion) {
    throw new StartError(
      `The database folder ${cluster} was made by PostgreSQL ${version}, and this is ${majorVersion}: ${advice}.`,
    )
  }
  if (!version || !existsSync(join(cluster, 'global/pg_control')) || !existsSync(join(cluster, passwordFile))) {
    throw new StartError(`The database folder ${cluster} is broken or not ours (files are missing): ${advice}.`)
  }
}

/** URL of a database on a port of this machine. */
export function databaseUrl(cluster: string, port: number, database: string): string {
  const password = readFileSync(join(cluster, passwordFile), 'utf8').trim()
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`
}

async function makeCluster(cluster: string, user: PostgresUser, fast: boolean): Promise<void> {
  const aside = `${cluster}.new-${process.pid}`
  removeLeftovers(cluster)
  try {
    const made = join(aside, 'cluster')
    const password = join(aside, 'password')
    mkdirSync(aside, { mode: 0o700 })
    writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
    if (user) for (const path of [aside, password]) chownSync(path, user.uid, user.gid)
    const { code, output } = await runProgram(
      'initdb',
      [...initArguments(made, password), ...(fast ? ['--no-sync'] : [])],
      user,
    )
    if (code !== 0) throw new StartError(`The database folder ${cluster} could not be made: ${reasonIn(output)}.`)
    renameSync(password, join(made, passwordFile))
    renameSync(made, cluster)
  } catch (error) {
    // Another process created it first; use that one.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw asStartError(error, cluster)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function initArguments(folder: string, password: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
}

function removeLeftovers(cluster: string): void {
  const parent = join(cluster, '..')
  for (const name of readdirSync(parent)) {
    const maker = /\.new-(\d+)$/.exec(name)?.[1]
    if (maker && join(parent, name).startsWith(`${cluster}.new-`) && !isAlive(Number(maker))) {
      rmSync(join(parent, name), { recursive: true, force: true })
    }
  }
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0
  } catch (error) {
    throw asStartError(error, path)
  }
}

function asStartError(error: unknown, cluster: string): StartError {
  if (error instanceof StartError) return error
  return new StartError(
    `The database folder ${cluster} cannot be used: ${error instanceof Error ? error.message : error}.`,
  )
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}
