import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '#server/platform/postgres-process.ts'
import { runProgram } from '#server/platform/postgres-programs.ts'
import { choosePostgresUser } from '#server/platform/postgres-user.ts'
import type { Trial } from './bad-gateway.ts'
import { buying } from './buying.ts'
import type { Stage } from './stage.ts'
import { faultsAfter, type StoryRun } from './story.ts'

const families = 72
/** Refusals families may see meanwhile: try again in a moment. */
const expectedRefusals = ['not-ready', 'payment-start-failed', 'idempotency-busy']

/** Stops PostgreSQL; its owner starts it again. */
export async function stopPostgres(cluster: string, mode: 'fast' | 'immediate'): Promise<void> {
  const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
  const args = ['stop', '-W', '-m', mode, '-D', cluster]
  const { code, output } = await runProgram('pg_ctl', args, choosePostgresUser(cluster))
  // pg_ctl itself would wait for the new server if the owner starts it between two of its looks.
  for (let tries = 0; code === 0 && isAlive(pid); tries++) {
    if (tries > 600) throw new Error('the database does not stop')
    await pause(100)
  }
  if (code !== 0) throw new Error(`could not stop the database: ${output}`)
}

/** Families buy, a dozen at a time, while the database restarts. */
export async function restartUnderLoad(stage: Stage, folder: string, mode: 'fast' | 'immediate'): Promise<Trial> {
  const cluster = join(folder, 'postgres')
  await stage.vary({ DATABASE_URL: stage.ownUrl })
  await stage.up()
  const runs: StoryRun[] = []
  for (let i = 0; i < families; i++) runs.push(await buying.begin(stage, i))
  stage.begin(true)
  const waiting = [...runs]
  const wrong: string[] = []
  let done = 0
  const one = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await next.go().catch((error: unknown) => void wrong.push(error instanceof Error ? error.message : String(error)))
      done++
    }
  }
  const all = Promise.all(Array.from({ length: 12 }, one))
  while (done < families / 4) await pause(5)
  await stopPostgres(cluster, mode)
  const left = waiting.length
  await all
  const unexpected = stage.refusals().filter((one) => !expectedRefusals.includes(one))
  const faults = [
    ...wrong,
    ...(left === 0 ? ['no purchase was in progress when the database came back'] : []),
    ...(stage.restarts() > 0 ? ['the program exited'] : []),
    ...unexpected.map((one) => `unexpected refusal ${one}`),
  ]
  for (const run of runs) faults.push(...(await faultsAfter(stage, run)))
  const refusals = stage.refusals()
  // The queue must recover on its own.
  stage.begin()
  const later = await buying.begin(stage, 0)
  await later.go().catch((error: unknown) => void faults.push(`after the restart: ${error}`))
  faults.push(...(await faultsAfter(stage, later)))
  const heard = refusals.length > 0 ? `, some refused with ${refusals.sort().join(', ')}` : ''
  return { what: `${mode}: ${families} families${heard}`, faults: [...new Set(faults)] }
}
