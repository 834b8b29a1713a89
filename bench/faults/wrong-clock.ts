import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Trial } from './bad-gateway.ts'
import { buying } from './buying.ts'
import { mailing } from './mailing.ts'
import { refunding } from './refunding.ts'
import type { Stage } from './stage.ts'
import { faultsAfter } from './story.ts'

const clock = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href

/** Shifts the program's clock by hours, but not those of the database and the gateway. Nothing may change for users. */
export async function runWithShiftedClock(stage: Stage, hours: number): Promise<Trial> {
  await stage.vary({ NODE_OPTIONS: `--import=${clock}`, CLOCK_HOURS: String(hours) })
  await stage.up()
  const faults: string[] = []
  for (const story of [buying, refunding, mailing]) {
    const run = await story.begin(stage, 0)
    stage.begin()
    await run.go().catch((error: unknown) => void faults.push(error instanceof Error ? error.message : String(error)))
    faults.push(...stage.refusals().map((code) => `unexpected refusal ${code}`))
    faults.push(...(await faultsAfter(stage, run)))
  }
  await stage.vary({})
  return { what: `the program's clock is ${Math.abs(hours)} hours ${hours > 0 ? 'ahead' : 'behind'}`, faults }
}
