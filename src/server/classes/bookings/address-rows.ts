import { sql } from 'kysely'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import { homeModes } from '#contract/reference/catalogue.ts'
import type { Transaction } from '#server/platform/database.ts'
import { addressPatch, addressPlace, type Goal, isNamed, type Named } from '#server/reference/places/places.ts'

/** Booking `b` is at the family's home and still going on. In words, so that an index of the same words is used. */
const isAtHome = sql.raw(
  `(b.mode in (${homeModes.map((mode) => `'${mode}'`).join()}) and b.status in ('pending_schedule', 'scheduled'))`,
)
/** Booking `b` needs an address and has none. */
export const isWithoutAddress = sql<boolean>`(b.address is null and ${isAtHome})`

/** Sets where the classes of a locked booking take place. False when they take place there already. */
export async function setAddress(tx: Transaction, bookingId: string, address: ClassAddress): Promise<boolean> {
  const { rows } = await sql`
    update booking set address = ${JSON.stringify(address)}
    where id = ${bookingId} and address is distinct from ${JSON.stringify(address)}::jsonb returning id`.execute(tx)
  return rows.length > 0
}

/** Renames a place in the addresses of bookings. */
export const renamePlace = (tx: Transaction, from: Named, goal: Goal) =>
  sql`update booking t set address = t.address || ${addressPatch(goal)}::jsonb where ${isNamed(from, goal, addressPlace)}`.execute(
    tx,
  )
