import { type RawBuilder, sql } from 'kysely'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import type { CalendarClass } from '#contract/classes/calendar.ts'
import { autoConfirmHours } from '#contract/classes/limits.ts'
import type { Subject } from '#contract/reference/catalogue.ts'
import type { Db } from '#server/platform/database.ts'
import { prepared } from '#server/platform/prepared.ts'

type LessonRow = Pick<
  CalendarClass,
  'mentorName' | 'mode' | 'minutes' | 'status' | 'confirmed' | 'disputed' | 'proposal' | 'toConfirm'
> & {
  id: string
  bookingId: string
  subject: Subject
  studentName: string | null
  learnerName: string | null
  startsAt: Date
  endsAt: Date
  /** Set for upcoming lessons only. */
  address: ClassAddress | null
}

/** Address for lesson `l` of booking `b` while it is upcoming; a suspended mentor `m` gets none. */
const addressFor = (isTaught: RawBuilder<unknown>) => sql`case when l.status = 'scheduled'
  and b.status in ('pending_schedule', 'scheduled') and not (${isTaught} and m.status = 'suspended') then b.address end`

type Owner = { familyId: string } | { mentorId: string }
const ownedBy = (owner: Owner) =>
  'familyId' in owner ? sql`b.family_id = ${owner.familyId}` : sql`b.mentor_id = ${owner.mentorId}`

/** What a booking without times has none of. */
type Timed = 'id' | 'startsAt' | 'endsAt' | 'minutes' | 'status'
/** A lesson, or a booking that waits for times; such a booking may have lessons that were cancelled. */
export type PeriodRow = (LessonRow | (Omit<LessonRow, Timed> & Record<Timed, null>)) & {
  isPending: boolean
  /** Null while the mentor is suspended. */
  scheduleBy: Date | null
}

/** Lessons of an owner that begin in a period, ascending, and the bookings that wait for times. */
export async function lessonsBetween(db: Db, owner: Owner, from: Date, until: Date): Promise<PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`${prepared}
    select l.id, b.id as "bookingId", b.subject, b.student_name as "studentName", p.name as "learnerName", m.full_name as "mentorName", b.mode, ${addressFor(sql`${'mentorId' in owner}::boolean`)} as address,
      l.starts_at as "startsAt", l.ends_at as "endsAt", l.minutes, l.status, l.disputed_at is not null as disputed,
      l.settled_at is not null or coalesce(r.parent_tick, false) as confirmed, (
        select jsonb_build_object('by', t.made_by, 'startsAt', t.to_at) from time_proposal t where t.lesson_id = l.id
          and t.status = 'open' and t.expires_at > now() and l.status = 'scheduled' and t.from_at = l.starts_at) as proposal,
      case when l.status = 'held' and l.settled_at is null and l.disputed_at is null and not r.parent_tick then jsonb_build_object('_id', r.id,
        'date', r.date, 'timeIn', to_char(r.time_in, 'HH24:MI'), 'timeOut', to_char(r.time_out, 'HH24:MI'), 'fee', l.fee_paise / 100.0,
        'confirmBy', greatest(l.ends_at, r.marked_at) + make_interval(hours => ${autoConfirmHours}), 'grade', p.grade) end as "toConfirm",
      b.status = 'pending_schedule' as "isPending", case when m.status <> 'suspended' then b.schedule_by end as "scheduleBy"
    from booking b join learner p on p.id = b.learner_id join mentor m on m.id = b.mentor_id
      left join lesson l on l.booking_id = b.id and l.starts_at >= ${from} and l.starts_at < ${until} and l.status <> 'moved'
      left join class_record r on r.lesson_id = l.id
    where ${ownedBy(owner)} and (l.id is not null or b.status = 'pending_schedule')
    order by l.starts_at, l.id`.execute(db)
  return rows
}

type FeedLesson = Pick<
  LessonRow,
  'id' | 'subject' | 'learnerName' | 'mentorName' | 'startsAt' | 'endsAt' | 'status' | 'address'
> & {
  /** The account teaches this lesson. */
  isTaught: boolean
  changes: number
  changedAt: Date
}

/** All lessons of an account, as family and as mentor, from 90 days ago to a year ahead. */
export async function lessonsOfAccount(db: Db, accountId: string): Promise<FeedLesson[]> {
  const isTaught = sql`m.account_id = ${accountId}`
  const { rows } = await sql<FeedLesson>`
    select l.id, b.subject, p.name as "learnerName", m.full_name as "mentorName", ${isTaught} as "isTaught", ${addressFor(isTaught)} as address,
      l.starts_at as "startsAt", l.ends_at as "endsAt", l.status, l.changes, l.changed_at as "changedAt"
    from booking b join lesson l on l.booking_id = b.id join learner p on p.id = b.learner_id join mentor m on m.id = b.mentor_id
      join family f on f.id = b.family_id
    where (f.account_id = ${accountId} or m.account_id = ${accountId}) and l.status <> 'moved'
      and l.starts_at > now() - interval '90 days' and l.starts_at < now() + interval '400 days'
    order by l.starts_at, l.id`.execute(db)
  return rows
}
