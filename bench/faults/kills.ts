import type { Stage } from './stage.ts'
import { faultsAfter, type Story } from './story.ts'
import type { Moment } from './wire-proxy.ts'

/** One kill: the write in progress, and the faults after the story was completed anyway. */
export type Kill = { at: number; moment: Moment; write: string; faults: string[] }
export type KillReport = { story: string; kills: Kill[]; missed: string[] }

const maxWrites = 150
/** Refusals people may see when the program dies; then they retry. */
const expectedRefusals = ['no answer', 'idempotency-busy']

/**
 * Runs a story once per write and moment, killing the program at the n-th write, until n exceeds the number of writes.
 */
export async function killAtEveryWrite(stage: Stage, story: Story): Promise<KillReport> {
  const kills: Kill[] = []
  const touched = new Set<string>()
  let turn = 0
  await stage.vary(story.variables?.(stage) ?? {})
  async function once(at: number, moment: Moment): Promise<boolean> {
    await stage.up()
    const run = await story.begin(stage, turn++)
    stage.begin()
    stage.proxy.aim({ at, moment, kill: stage.kill })
    const errors = await run.go().then(
      () => [],
      (error: unknown) => [error instanceof Error ? error.message : String(error)],
    )
    const { hit, writes } = stage.proxy.read()
    for (const one of writes) touched.add(one)
    await stage.up()
    const unexpected = stage.refusals().filter((code) => !expectedRefusals.includes(code))
    const faults = [
      ...errors,
      ...unexpected.map((code) => `unexpected refusal ${code}`),
      ...(await faultsAfter(stage, run)),
    ]
    if (hit === null && faults.length === 0) return false
    kills.push({ at, moment, write: hit ?? 'no kill', faults })
    return hit !== null
  }
  let isDone = false
  for (let at = 1; !isDone && at <= maxWrites; at++) {
    isDone = !(await once(at, 'before'))
    if (!isDone) await once(at, 'after')
  }
  if (!isDone) {
    const faults = [`the story has more than ${maxWrites} writes and was not finished`]
    kills.push({ at: maxWrites + 1, moment: 'before', write: 'cut off', faults })
  }
  const missed = story.writes.filter((table) => ![...touched].some((one) => `${one},`.includes(` ${table},`)))
  return { story: story.name, kills, missed }
}
