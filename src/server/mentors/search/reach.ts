import { type Kysely, sql } from 'kysely'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import { comesTo } from '#server/reference/places/places.ts'

type Row = Parameters<typeof comesTo>[0]

/** Refuses an address to which this mentor would not travel. */
export async function checkReach(
  db: Kysely<DB>,
  mentorId: string,
  address: { area: string; city: string },
): Promise<void> {
  const { rows } = await sql<Row>`
    select city, state, lat, lon, teaching_range as range from mentor where id = ${mentorId}`.execute(db)
  if (rows[0] && !comesTo(rows[0], address)) throw new AppError('address-out-of-reach')
}
