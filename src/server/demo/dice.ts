/** Deterministic random choices: demo person number i is the same on every machine. */
export type Dice = ReturnType<typeof diceOf>

/** Seeded generator (mulberry32). */
export function diceOf(seed: number) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(next() * list.length)]
    if (chosen === undefined) throw new Error('nothing to pick from')
    return chosen
  }
  const chance = (probability: number): boolean => next() < probability
  /** Weighted choice. */
  const weigh = <T>(list: readonly (readonly [chosen: T, weight: number])[]): T => {
    let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [chosen, weight] of list) {
      left -= weight
      if (left < 0) return chosen
    }
    return pick(list)[0]
  }
  return { next, int, pick, chance, weigh }
}
