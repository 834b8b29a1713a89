import { type RawBuilder, sql } from 'kysely'

/**
 * Every name by which rows may refer to a place. `cities` is null for a state and `areas` for a state or city. Names are
 * in lower case; area names are normalised by `fold`.
 */
export type PlaceMatch = { states: string[]; cities: string[] | null; areas: string[] | null }
/** The new name of a place, as rows store it. */
export type StoredName = { state: string; city: string | null; area: string | null }

const folded = (column: RawBuilder<unknown>) =>
  sql`regexp_replace(lower(normalize(${column}, nfc)), ${"[\\s.,'’-]+"}, '', 'g')`
type Columns = { state: RawBuilder<unknown> | null; city: RawBuilder<unknown>; area: RawBuilder<unknown> }

/** SQL condition for rows that refer to the place; with `goal`, only rows that don't use the new name yet. */
export function refersTo(
  { states, cities, areas }: PlaceMatch,
  newName: StoredName | null,
  { state, city, area }: Columns,
) {
  const alreadyRenamed = newName && [
    ...(state ? [sql`${state} = ${newName.state}`] : []),
    ...(newName.city === null ? [] : [sql`${city} = ${newName.city}`]),
    ...(newName.area === null ? [] : [sql`${area} = ${newName.area}`]),
  ]
  return sql.join(
    [
      ...(state ? [sql`lower(${state}) = any(${states}::text[])`] : []),
      ...(cities ? [sql`lower(${city}) = any(${cities}::text[])`] : state ? [] : [sql`false`]),
      ...(areas ? [sql`${folded(area)} = any(${areas}::text[])`] : []),
      ...(alreadyRenamed && alreadyRenamed.length > 0 ? [sql`not (${sql.join(alreadyRenamed, sql` and `)})`] : []),
    ],
    sql` and `,
  )
}

/** SQL expressions for the place in the `address` column of a table aliased `t`. */
export const addressPlace = {
  state: null,
  city: sql`coalesce(t.address ->> 'city', '')`,
  area: sql`coalesce(t.address ->> 'area', '')`,
}

/** The JSON patch that applies a rename to an address. */
export const addressPatch = ({ city, area }: StoredName): string =>
  JSON.stringify({ ...(city !== null && { city }), ...(area !== null && { area }) })
