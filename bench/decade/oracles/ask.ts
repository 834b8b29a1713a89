import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { faultsOfBooks } from '#test/books-oracle.ts'
import type { Sim } from '../sim.ts'
import { chatFaults } from './chat.ts'
import { clocks } from './clocks.ts'
import { figureFaults } from './figures.ts'
import { gatewayFaults } from './gateway.ts'
import { messages, smsFaults } from './messages.ts'
import { bankFaults, commissionFaults, money } from './money.ts'
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

/** Asks every oracle after a day. */
export async function askOracles(sim: Sim): Promise<void> {
  const { market } = sim
  const before = seen.get(sim) ?? new Set<string>()
  seen.set(sim, before)
  const tell = (oracle: string, faults: string[]) => {
    for (const fault of faults) {
      if (!before.has(fault)) market.found(oracle, fault)
      before.add(fault)
    }
  }
  for (const [oracle, faults] of Object.entries(sentences))
    tell(oracle, await market.timed(`oracle ${oracle}`, faultsIn(market.db, faults)))
  tell('bank', await market.timed('oracle bank', bankFaults(sim)))
  tell('commission', await market.timed('oracle commission', commissionFaults(sim)))
  tell('gateway', await market.timed('oracle gateway', gatewayFaults(sim)))
  tell('chat', await market.timed('oracle chat', chatFaults(sim)))
  tell('sms', await market.timed('oracle sms', smsFaults(sim)))
  tell('privacy', await market.timed('oracle privacy', erasedFaults(sim)))
  tell('figures', await market.timed('oracle figures', figureFaults(sim)))
  tell('books', await market.timed('oracle books', faultsOfBooks(market.db, { book: market.gateway.book() })))
  // Moves that were judged.
  await sql`delete from oracle.move`.execute(market.db)
}
