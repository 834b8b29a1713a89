import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { backwardMoves, faultsOfBooks } from '#test/books-oracle.ts'
import type { Sim } from '../sim.ts'
import { chatFaults } from './chat.ts'
import { clocks } from './clocks.ts'
import { figureFaults } from './figures.ts'
import { gatewayFaults } from './gateway.ts'
import { messages, smsFaults } from './messages.ts'
import { bankFaults, commissionFaults, history, money } from './money.ts'
import { erasedFaults } from './privacy.ts'
import { slots } from './slots.ts'

/** Queries that return one sentence per fault, by what they say. */
export type Faults = Record<string, RawBuilder<unknown>>

const sentences: Record<string, Faults> = { money, slots, clocks, messages }

async function faultsIn(db: Db, faults: Faults): Promise<string[]> {
  const parts = Object.entries(faults).map(
    ([name, query]) => sql`select ${`${name}: `}::text || fault as fault from (${query}) as f(fault)`,
  )
  const { rows } = await sql<{ fault: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.map(({ fault }) => fault)
}

/** What was found before is not found again. */
const seen = new WeakMap<Sim, Set<string>>()

/** Days between two reads of the whole history: reading it all is to stay a small part of the time. */
const daysBetween = (day: number): number => (day < 60 ? 1 : day < 360 ? 7 : 28)
/** Oracles that read the whole history are asked daily at first, then once a week, after the first year every four weeks, and at the end. */
const isThorough = ({ market: { state }, asksDaily, days }: Sim) =>
  asksDaily || (state.day + 1) % daysBetween(state.day) === 0 || state.day === days - 1

/** Asks the oracles after a day, several at once: they only read. */
export async function askOracles(sim: Sim): Promise<void> {
  const { market } = sim
  const { db } = market
  const before = seen.get(sim) ?? new Set<string>()
  seen.set(sim, before)
  const daily: [string, () => Promise<string[]>][] = [
    ...Object.entries(sentences).map(([name, faults]): [string, () => Promise<string[]>] => [
      name,
      () => faultsIn(db, faults),
    ]),
    ['bank', () => bankFaults(sim)],
    ['commission', () => commissionFaults(sim)],
    ['gateway', () => gatewayFaults(sim)],
    ['chat', () => chatFaults(sim)],
    ['sms', () => smsFaults(sim)],
    ['books', () => backwardMoves(db)],
  ]
  const weekly: typeof daily = [
    ['money', () => faultsIn(db, history)],
    ['privacy', () => erasedFaults(sim)],
    ['books', () => faultsOfBooks(db, { book: market.gateway.book() })],
  ]
  const asked = [...daily, ...(isThorough(sim) ? weekly : [])]
  const answers = await Promise.all(asked.map(([name, ask]) => market.timed(`oracle ${name}`, ask())))
  const faults = answers.flatMap((found, i) => found.map((fault) => [asked[i]?.[0] ?? '', fault] as const))
  // It logs in and draws lots.
  const figures = await market.timed('oracle figures', figureFaults(sim))
  for (const [oracle, fault] of [...faults, ...figures.map((fault) => ['figures', fault] as const)]) {
    if (!before.has(fault)) market.found(oracle, fault)
    before.add(fault)
  }
  // Moves that were judged.
  await sql`delete from oracle.move`.execute(db)
}
