import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '#server/config.ts'
import type { PostgresUser } from '#server/platform/postgres-user.ts'
import { listSegments } from './sending.ts'
import { getPacked, reasonOf, type Target } from './target.ts'

const exchange = 'exchange'

/** Asks for a segment and waits for an answer; 200 ends the recovery, and 1 says that there is no such segment. */
export const restoreCommand = `rm -f ${exchange}/none.%f; touch ${exchange}/ask.%f; until test -e ${exchange}/give.%f; do test -e ${exchange}/none.%f && exit 1; test -e ${exchange}/failed && exit 200; sleep 0.02; done; mv ${exchange}/give.%f %p`

/** Answers the requests of `restoreCommand` until `stop`. `problem` is why the recovery had to end. */
export async function serveSegments(target: Target, first: string, cluster: string, user: PostgresUser) {
  const folder = join(cluster, exchange)
  mkdirSync(folder, { mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
  const keys = new Map((await listSegments(target)).map(({ segment, key }) => [segment, key]))
  let problem: StartError | null = null
  let isStopped = false

  async function answer(segment: string): Promise<void> {
    const key = keys.get(segment)
    if (!key) {
      const isLater = (one: string) => one.length === 24 && one > segment && one.startsWith(segment.slice(0, 8))
      if (segment === first) throw new StartError(`The WAL segment ${segment} is missing in the backup.`)
      if (segment.length === 24 && [...keys.keys()].some(isLater))
        throw new StartError(`The WAL segment ${segment} is missing in the backup, and there are later ones.`)
      writeFileSync(join(folder, `none.${segment}`), '')
      return
    }
    const bytes = await getPacked(target, key)
    if (!bytes) throw new StartError(`The WAL segment ${segment} is missing in the backup.`)
    const part = join(folder, `part.${segment}`)
    writeFileSync(part, bytes, { mode: 0o600 })
    if (user) chownSync(part, user.uid, user.gid)
    renameSync(part, join(folder, `give.${segment}`))
  }

  async function serve(): Promise<void> {
    while (!isStopped) {
      const asked = existsSync(folder) ? readdirSync(folder).flatMap((name) => /^ask\.(.+)$/.exec(name)?.[1] ?? []) : []
      for (const segment of asked) {
        rmSync(join(folder, `ask.${segment}`), { force: true })
        try {
          await answer(segment)
        } catch (error) {
          problem ??= error instanceof StartError ? error : new StartError(`${segment}: ${reasonOf(error)}`)
          writeFileSync(join(folder, 'failed'), '')
        }
      }
      await pause(10)
    }
  }
  const serving = serve().catch((error: unknown) => {
    problem ??= new StartError(reasonOf(error))
  })
  return {
    problem: () => problem,
    async stop() {
      isStopped = true
      await serving
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
