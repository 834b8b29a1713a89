import { faultsOfBooks } from '#test/books-oracle.ts'
import type { Sim } from './sim.ts'

/** Asks every oracle after a day. */
export async function askOracles({ market }: Sim): Promise<void> {
  for (const fault of await faultsOfBooks(market.db, { book: market.gateway.book() })) market.found('books', fault)
}
