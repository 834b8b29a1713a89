import { type RawBuilder, sql } from 'kysely'
import { nameMatches, phoneContains } from '#server/platform/listing.ts'
import type { SearchTerm } from '#server/platform/search-term.ts'
import { placesNamed } from '#server/reference/places/places.ts'

export { isAmong } from '#server/platform/listing.ts'
export { parseSearchTerm, type SearchTerm } from '#server/platform/search-term.ts'

/** Ids of the families somebody means: by their account, their name or the name of a learner. */
export function familiesMeant(wanted: SearchTerm): RawBuilder<unknown> {
  if ('id' in wanted) {
    const { id } = wanted
    return sql`select id from family where id = ${id}::uuid or account_id = ${id}::uuid`
  }
  if ('phone' in wanted)
    return sql`select f.id from account a join family f on f.account_id = a.id where ${phoneContains(sql`a.phone`, wanted.phone)}`
  if ('order' in wanted) return sql`select family_id from payment_order where number = ${wanted.order}`
  const { name } = wanted
  return sql`select id from family where ${nameMatches(sql`name`, name)} union select family_id from learner where ${nameMatches(sql`name`, name)}`
}

/** Ids of the bookings somebody means: by number or id of the order, by family, learner or mentor. */
export function bookingsMeant(wanted: SearchTerm): RawBuilder<unknown> {
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
      ? sql`select m.id from account a join mentor m on m.account_id = a.id where ${phoneContains(sql`a.phone`, wanted.phone)}`
      : sql`select id from mentor where ${nameMatches(sql`full_name`, wanted.name)}`
  return sql`${ofFamily} union select id from booking where mentor_id in (${mentors})`
}

/** Names of the towns that somebody means by an English or Hindi name, or the text itself, in lower case. */
export const citiesMeant = (text: string): string[] =>
  [text, ...placesNamed(text).map(({ name }) => name)].map((name) => name.toLowerCase())
