import type { Stage } from './stage.ts'
import { faultsAfter, type Story } from './story.ts'
import type { Moment } from './wire-proxy.ts'

/** One kill: what was being written, and what was wrong when the story had been told to its end nevertheless. */
export type Kill = { at: number; moment: Moment; write: string; faults: string[] }
export type Toll = { story: string; kills: Kill[]; missed: string[] }

const writesMost = 150
/** What people may be answered when the program dies; then they try again. */
const polite = ['no answer', 'idempotency-busy']

/** Tells a story once for each of its writes and both moments, with the program killed there: n goes up until nothing is left. */
export async function killAtEveryWrite(stage: Stage, story: Story): Promise<Toll> {
  const kills: Kill[] = []
  const touched = new Set<string>()
  let turn = 0
  async function once(at: number, moment: Moment): Promise<boolean> {
    await stage.up()
    const telling = await story.begin(stage, turn++)
    stage.begin()
    stage.proxy.aim({ at, moment, kill: stage.kill })
    const told = await telling.go().then(
      () => [],
      (error: unknown) => [error instanceof Error ? error.message : String(error)],
    )
    const { hit, writes } = stage.proxy.read()
    for (const one of writes) touched.add(one)
    await stage.up()
    const rude = stage.refusals().filter((code) => !polite.includes(code))
    const faults = [
      ...told,
      ...rude.map((code) => `somebody was answered ${code}`),
      ...(await faultsAfter(stage, telling)),
    ]
    if (hit === null && faults.length === 0) return false
    kills.push({ at, moment, write: hit ?? 'nothing was killed', faults })
    return hit !== null
  }
  let isTold = false
  for (let at = 1; !isTold && at <= writesMost; at++) {
    isTold = !(await once(at, 'before'))
    if (!isTold) await once(at, 'after')
  }
  if (!isTold) {
    const faults = [`the story has more than ${writesMost} writes, and its end was never reached`]
    kills.push({ at: writesMost + 1, moment: 'before', write: 'cut off', faults })
  }
  const missed = story.writes.filter((table) => ![...touched].some((one) => `${one},`.includes(` ${table},`)))
  return { story: story.name, kills, missed }
}
