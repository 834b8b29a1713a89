import { sql } from 'kysely'
import { isSuspended } from '#server/classes/bookings/bookings.ts'
import type { Db } from '#server/platform/database.ts'

export type SuspendedLesson = {
  id: string
  bookingId: string
  slotId: string
  minutes: number
  startsAt: Date
  familyAccount: string
  familyName: string | null
}

/** Lessons of a suspended mentor since the suspension began, up to a date in India or all; reported absences are decided separately. */
export async function suspendedLessons(db: Db, mentorId: string, until: string | null): Promise<SuspendedLesson[]> {
  const { rows } = await sql<SuspendedLesson>`
    select l.id, l.booking_id as "bookingId", l.slot_id as "slotId", l.minutes, l.starts_at as "startsAt", f.account_id as "familyAccount",
      f.name as "familyName"
    from booking b join lesson l on l.booking_id = b.id join family f on f.id = b.family_id
    where b.mentor_id = ${mentorId} and l.state = 'scheduled' and ${isSuspended('l')}
      and (${until}::date is null or l.starts_at < (${until}::date + 1)::timestamp at time zone 'Asia/Kolkata')
    order by l.starts_at, l.id`.execute(db)
  return rows
}

export type MentorRow = { name: string; accountId: string; isPaused: boolean }
export async function mentorById(db: Db, mentorId: string): Promise<MentorRow | null> {
  const { rows } = await sql<MentorRow>`
    select full_name as name, account_id as "accountId", status = 'suspended' as "isPaused" from mentor where id = ${mentorId} and status <> 'draft'`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Lessons during the latest suspension of a reinstated mentor that were not cancelled. */
export async function lessonsOfPastSuspension(db: Db, mentorId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with back as (select max(at) as at from mentor_event where mentor_id = ${mentorId} and kind = 'restored'),
      pause as (select (select max(e.at) from mentor_event e where e.mentor_id = ${mentorId} and e.kind = 'suspended' and e.at <= back.at) as began,
        back.at as ended from back)
    select l.id from pause cross join booking b join lesson l on l.booking_id = b.id
    where b.mentor_id = ${mentorId} and l.state = 'scheduled'
      and l.starts_at >= pause.began and l.starts_at < pause.ended order by l.starts_at, l.id`.execute(db)
  return rows.map((row) => row.id)
}
