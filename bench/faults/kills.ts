import type { Stage } from './stage.ts'
import { faultsAfter, type Story } from './story.ts'
import type { Moment } from './wire-proxy.ts'

/** One kill: the write in progress, and the faults after the story was completed anyway. */
export type Kill = { at: number; moment: Moment; write: string; faults: string[] }
export type Toll = { story: string; kills: Kill[]; missed: string[] }

const writesMost = 150
/** Refusals people may see when the program dies; then they retry. */
const polite = ['no reply', 'idempotency-busy']

/**
 * Runs a story once per write and moment, killing the program at the n-th write, until n exceeds the number of writes.
 */
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
      ...rude.map((code) => `unexpected refusal ${code}`),
      ...(await faultsAfter(stage, telling)),
    ]
    if (hit === null && faults.length === 0) return false
    kills.push({ at, moment, write: hit ?? 'no kill', faults })
    return hit !== null
  }
  let isTold = false
  for (let at = 1; !isTold && at <= writesMost; at++) {
    isTold = !(await once(at, 'before'))
    if (!isTold) await once(at, 'after')
  }
  if (!isTold) {
    const faults = [`the story has more than ${writesMost} writes and was not finished`]
    kills.push({ at: writesMost + 1, moment: 'before', write: 'cut off', faults })
  }
  const missed = story.writes.filter((table) => ![...touched].some((one) => `${one},`.includes(` ${table},`)))
  return { story: story.name, kills, missed }
}
