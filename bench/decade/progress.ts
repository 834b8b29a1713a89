import { sql } from 'kysely'
import type { Sim } from './sim.ts'

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

/** Writes a line every so many days: pace, findings, size, and what took the most seconds. */
export function reportProgress(everyDays: number, say: (line: string) => void) {
  const began = performance.now()
  let last = began
  let before = new Map<string, number>()
  return async ({ market }: Sim, findings: number): Promise<void> => {
    const day = market.state.day + 1
    if (day % everyDays > 0) return
    const now = performance.now()
    const pace = (days: number, since: number) => ((days / (now - since)) * 60_000).toFixed(1)
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
      market.db,
    )
    const sizes = `database ${megabytes(rows[0]?.bytes ?? 0)} MB, memory ${megabytes(process.memoryUsage.rss())} MB`
    const costs = costliest(market.spent, before, 6)
    say(
      `day ${day}: ${pace(everyDays, last)} days a minute, ${pace(day, began)} in all; ${findings} findings; ${sizes}; ${costs}`,
    )
    last = now
    before = new Map(market.spent)
  }
}

/** What took the most seconds since `before`. */
export function costliest(
  spent: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
  count: number,
): string {
  const parts = [...spent].map(([name, seconds]): [string, number] => [name, seconds - (before.get(name) ?? 0)])
  return parts
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`)
    .join(', ')
}
