import { type Kysely, type RawBuilder, sql } from 'kysely'
import { containing } from '#server/platform/listing.ts'
import type { DB } from '#server/platform/schema.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What somebody typed into a search of the admin: an id, the number of an order, the beginning of a phone, or a name. */
export type Wanted = { id: string } | { order: string } | { phone: string } | { name: string }

export function wantedBy(q: string): Wanted {
  if (uuid.test(q)) return { id: q.toLowerCase() }
  if (/^MS-\d/i.test(q)) return { order: q.toUpperCase() }
  const digits = q.replace(/[\s-]/g, '').replace(/^(?:\+91|91(?=\d{10}$)|0)/, '')
  if (/^\d{4,10}$/.test(digits)) return { phone: digits }
  return { name: q }
}

/** So many ids are looked up one by one; of more, every second row of a list is one. */
const fewIds = 1000

/**
 * The condition that a column is among these ids. Few are found first, because a list that is sorted by something else would be
 * walked from its beginning until enough of them came by.
 */
export async function isAmong(
  db: Kysely<DB>,
  column: RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ id: string }>`select id from (${ids}) as meant(id) limit ${fewIds + 1}`.execute(db)
  if (rows.length > fewIds) return sql`${column} in (${ids})`
  return sql`${column} = any(${rows.map(({ id }) => id)}::uuid[])`
}

/** Ids of the families somebody means: by their account, their name or the name of a learner. */
export function familiesMeant(wanted: Wanted): RawBuilder<unknown> {
  if ('id' in wanted) {
    const { id } = wanted
    return sql`select id from family where id = ${id}::uuid or account_id = ${id}::uuid`
  }
  if ('phone' in wanted)
    return sql`select f.id from account a join family f on f.account_id = a.id where a.phone like ${`${wanted.phone}%`}`
  if ('order' in wanted) return sql`select family_id from payment_order where number = ${wanted.order}`
  const name = containing(wanted.name)
  return sql`select id from family where name ilike ${name} union select family_id from learner where name ilike ${name}`
}

/** Ids of the bookings somebody means: by number or id of the order, by family, learner or mentor. */
export function bookingsMeant(wanted: Wanted): RawBuilder<unknown> {
  if ('order' in wanted)
    return sql`select b.id from payment_order o join booking b on b.order_id = o.id where o.number = ${wanted.order}`
  const ofFamily = sql`select id from booking where family_id in (${familiesMeant(wanted)})`
  if ('id' in wanted) {
    const { id } = wanted
    return sql`${ofFamily} union select id from booking where id = ${id}::uuid or order_id = ${id}::uuid or mentor_id = ${id}::uuid
      union select booking_id from lesson where id = ${id}::uuid`
  }
  const mentors =
    'phone' in wanted
      ? sql`select m.id from account a join mentor m on m.account_id = a.id where a.phone like ${`${wanted.phone}%`}`
      : sql`select id from mentor where full_name ilike ${containing(wanted.name)}`
  return sql`${ofFamily} union select id from booking where mentor_id in (${mentors})`
}
