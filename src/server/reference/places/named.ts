import { type RawBuilder, sql } from 'kysely'

/**
 * Rows that name a place: by every name of its state, and of its city and area where it is one. Names in lower case, of
 * areas as `fold` writes them.
 */
export type Named = { states: string[]; cities: string[] | null; areas: string[] | null }
/** How a place is named from now on. */
export type Goal = { state: string; city: string | null; area: string | null }

const folded = (column: RawBuilder<unknown>) =>
  sql`regexp_replace(lower(normalize(${column}, nfc)), ${"[\\s.,'’-]+"}, '', 'g')`
type Columns = { state: RawBuilder<unknown> | null; city: RawBuilder<unknown>; area: RawBuilder<unknown> }

/** Rows that name the place, and not yet as it is named now. */
export function isNamed({ states, cities, areas }: Named, goal: Goal | null, { state, city, area }: Columns) {
  const same = goal && [
    ...(state ? [sql`${state} = ${goal.state}`] : []),
    ...(goal.city === null ? [] : [sql`${city} = ${goal.city}`]),
    ...(goal.area === null ? [] : [sql`${area} = ${goal.area}`]),
  ]
  return sql.join(
    [
      ...(state ? [sql`lower(${state}) = any(${states}::text[])`] : []),
      ...(cities ? [sql`lower(${city}) = any(${cities}::text[])`] : state ? [] : [sql`false`]),
      ...(areas ? [sql`${folded(area)} = any(${areas}::text[])`] : []),
      ...(same && same.length > 0 ? [sql`not (${sql.join(same, sql` and `)})`] : []),
    ],
    sql` and `,
  )
}

/** How rows `t` with an address name a place. */
export const addressPlace = {
  state: null,
  city: sql`coalesce(t.address ->> 'city', '')`,
  area: sql`coalesce(t.address ->> 'area', '')`,
}

/** What a rename changes of an address. */
export const addressPatch = ({ city, area }: Goal): string =>
  JSON.stringify({ ...(city !== null && { city }), ...(area !== null && { area }) })
