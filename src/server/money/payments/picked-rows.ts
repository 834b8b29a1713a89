import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

export type PickedState = 'requested' | 'taken' | 'lapsed'
/** The family's picked time; `state` is null without one, or once it became a class. */
export type Picked = {
  at: Date | null
  state: PickedState | null
  isOverdue: boolean
  /** Start of the first class. */
  first: Date | null
}

export async function pickedOf(db: Db, bookingId: string): Promise<Picked> {
  const { rows } = await sql<Picked>`
    select b.picked_at as at, b.picked_state as state, coalesce(b.confirm_by <= now(), false) as "isOverdue",
      (select min(l.starts_at) from lesson l where l.booking_id = b.id and l.status = 'scheduled') as first
    from booking b where b.id = ${bookingId}`.execute(db)
  if (!rows[0]) throw new Error(`no booking ${bookingId}`)
  return rows[0]
}

/** Bookings whose mentor missed the deadline to confirm. */
export async function overdueRequests(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('booking')
    .select('id')
    .where('confirm_by', '<=', sql<Date>`now()`)
    .where('status', '=', 'pending_schedule')
    .orderBy('confirm_by')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** A learner's current and upcoming classes. */
export async function busyTimes(db: Db, learnerId: string): Promise<{ startsAt: Date; endsAt: Date }[]> {
  return await db
    .selectFrom('lesson')
    .select(['starts_at as startsAt', 'ends_at as endsAt'])
    .where('learner_id', '=', learnerId)
    .where('status', 'in', ['scheduled', 'held'])
    .where('ends_at', '>', sql<Date>`now()`)
    .execute()
}
