import { sql } from 'kysely'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import { homeModes } from '#contract/reference/catalogue.ts'

import type { Transaction } from '#server/platform/database.ts'
import {
  addressPatch,
  addressPlace,
  type PlaceMatch,
  refersTo,
  type StoredName,
} from '#server/reference/places/places.ts'
import { isSuspended } from './suspended-rows.ts'

/** Booking `b` is active and at the family's home. Inlined as literals to match the partial index. */
const isAtHome = sql.raw(
  `(b.mode in (${homeModes.map((mode) => `'${mode}'`).join()}) and b.status in ('pending_schedule', 'scheduled'))`,
)
/** Booking `b` needs an address and has none. */
export const isWithoutAddress = sql<boolean>`(b.address is null and ${isAtHome})`

/** Sets the address of a locked booking. Returns null when it is unchanged. */
export async function setAddress(tx: Transaction, bookingId: string, address: ClassAddress) {
  const { rows } = await sql<{ isFirst: boolean }>`
    update booking set address = ${JSON.stringify(address)}
    where id = ${bookingId} and address is distinct from ${JSON.stringify(address)}::jsonb returning old.address is null as "isFirst"`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Start of the first class of a booking that is not over; null without one. */
export async function nextStart(tx: Transaction, bookingId: string): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(starts_at) as next from lesson
    where booking_id = ${bookingId} and status = 'scheduled' and ends_at > now() and not ${isSuspended('lesson')}`.execute(
    tx,
  )
  return rows[0]?.next ?? null
}

/** Messages to the mentor about new addresses of this booking within a day. */
export async function changesToday(tx: Transaction, bookingId: string, mentorAccount: string): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    select count(*)::int as changes from outbox where account_id = ${mentorAccount} and template = 'address-changed'
      and created_at > now() - interval '1 day' and position(${bookingId} in once_key) > 0`.execute(tx)
  return rows[0]?.changes ?? 0
}

export const renamePlace = (tx: Transaction, from: PlaceMatch, newName: StoredName) =>
  sql`update booking t set address = t.address || ${addressPatch(newName)}::jsonb where ${refersTo(from, newName, addressPlace)}`.execute(
    tx,
  )
