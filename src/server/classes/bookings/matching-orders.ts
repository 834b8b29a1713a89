import { type RawBuilder, sql } from 'kysely'
import { nameMatches, phoneMatches } from '#server/platform/listing.ts'
import { parseSearchTerm } from '#server/platform/search-term.ts'

/** Order ids matching a search: order number, any id, phone or name of the family or mentor. */
export function matchingOrders(q: string): RawBuilder<unknown> {
  const wanted = parseSearchTerm(q)
  if ('order' in wanted) return sql`select id from payment_order where number = ${wanted.order}`
  if ('id' in wanted) {
    const { id } = wanted
    return sql`select id from payment_order where id = ${id}::uuid or family_id = ${id}::uuid
      union select order_id from booking where id = ${id}::uuid or mentor_id = ${id}::uuid`
  }
  const [families, mentors] =
    'phone' in wanted
      ? [sql`family`, sql`mentor`].map(
          (side) =>
            sql`select s.id from account a join ${side} s on s.account_id = a.id where ${phoneMatches(sql`a.phone`, wanted.phone)}`,
        )
      : [
          sql`select id from family where ${nameMatches(sql`name`, wanted.name)}`,
          sql`select id from mentor where ${nameMatches(sql`full_name`, wanted.name)}`,
        ]
  return sql`select id from payment_order where family_id in (${families}) union select order_id from booking where mentor_id in (${mentors})`
}
