import { sql } from 'kysely'
import type { CityFigure, CityFigures } from '#contract/admin/overview.ts'
import { cityFigures } from '#contract/admin/overview.ts'
import { containing, type Listing, type Sort } from '#server/platform/listing.ts'
import { placesNamed } from '#server/reference/places/places.ts'

type Filter = { q?: string | undefined; from?: string | undefined; to?: string | undefined }
export type CitySort = CityFigure | 'name'
export type CityRow = Omit<CityFigures, 'paid'> & { paidPaise: number }

const sums = cityFigures.map(
  (one) => sql`coalesce(sum(d.value) filter (where d.figure = ${one}), 0)::bigint as ${sql.id(one)}`,
)
const sorts = Object.fromEntries(
  cityFigures.map((one): [string, Sort] => [one, { by: sql`c.${sql.id(one)}`, type: 'bigint' }]),
) as Record<CityFigure, Sort> // Complete: built from every figure.

/** Figures by city. Equal amounts are ordered by bookings, then by applications. */
export function cityList({ q, from, to }: Filter): Listing<CitySort> {
  const days = [...(from ? [sql`d.day >= ${from}`] : []), ...(to ? [sql`d.day <= ${to}`] : [])]
  const meant = placesNamed(q ?? '').map(({ name }) => name.toLowerCase())
  return {
    name: `cities ${JSON.stringify([q, from, to])}`,
    columns: sql`c.city, c.bookings, c.paid as "paidPaise", c.sessions, c.applications, c.families, c.calls`,
    from: sql`(select d.city, ${sql.join(sums)} from figure_day d
      where ${sql.join([sql`d.city <> ''`, sql`d.figure = any(${[...cityFigures]}::text[])`, ...days], sql` and `)} group by d.city) c`,
    where: q ? sql`(c.city ilike ${containing(q)} or lower(c.city) = any(${meant}::text[]))` : sql`true`,
    id: sql`md5(c.city)::uuid`,
    sorts: {
      ...sorts,
      paid: { by: sql`((c.paid * 1000000::numeric + c.bookings) * 1000000 + c.applications)`, type: 'numeric' },
      name: { by: sql`lower(c.city)`, type: 'text' },
    },
  }
}
