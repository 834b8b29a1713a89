import { type RawBuilder, sql } from 'kysely'
import type { ClassBooking, ClassRecord } from '#contract/classes/bookings.ts'
import { defaultPolicy } from '#contract/classes/limits.ts'
import { balanceRows, toBalances } from '#server/classes/lessons/lessons.ts'
import type { Db } from '#server/platform/database.ts'
import { fromJson, type InJson, jsonRows } from '#server/platform/json-rows.ts'
import { prepared } from '#server/platform/prepared.ts'
import { isWithoutAddress } from './address-rows.ts'
import { guaranteeOf } from './guarantee-rows.ts'
import { openColumns } from './open-columns.ts'
import { canRenew, renewedBy } from './renewal-rows.ts'
import { type BookingRow, type LessonRow, type RecordRow, toBooking, toRecord } from './to-booking.ts'

const recordColumns = sql`r.id, r.booking_id as "bookingId", r.lesson_id as "lessonId", b.mentor_id as "mentorId", b.family_id as "familyId",
  to_char(r.date, 'YYYY-MM-DD') as date, to_char(r.time_in, 'HH24:MI') as "timeIn", to_char(r.time_out, 'HH24:MI') as "timeOut",
  r.duration, r.topic, r.mentor_tick as "mentorTick", r.parent_tick as "parentTick", greatest(l.ends_at, r.marked_at) as "answerFrom",
  l.settled_at is not null as settled, l.fee_paise as "feePaise", r.marked_at as "markedAt", r.code_at is not null as "hasCode",
  cardinality(l.wrong_codes) as "wrongCodes", r.note, r.homework, r.saved_at as "savedAt", r.clock_off as "clockAheadMinutes",
  case when r.parent_tick then case when r.parent_ticked_at = r.code_at then 'code' else 'tick' end
    when l.settled_at is not null and not exists (select from dispute d where d.lesson_id = l.id and d.case_id is not null and d.status = 'decided')
      then 'silence' end as "confirmedBy"`
const recordTables = sql`class_record r join lesson l on l.id = r.lesson_id join booking b on b.id = r.booking_id`

const bookingColumns = sql`b.id as "_id", b.order_id as "order", o.number as "orderNumber", b.subject, b.status, b.plan, b.mode, b.duration_days as duration, b.booked_at as "bookedAt",
  b.schedule_by as "scheduleBy", m.status = 'suspended' as "isPaused", case when b.replaces is null then o.wished_at end as "wishedAt", b.student_name as "studentName", b.class_name as class, b.school, b.rating,
  b.minutes, b.price_paise as "pricePaise",
  coalesce((b.terms ->> 'noShowMinutes')::int, ${defaultPolicy.noShowMinutes}::int) as "noShowMinutes",
  case when b.replaces is null then o.wishes else b.wishes end as wishes,
  case when b.picked_state is not null and b.status = 'pending_schedule'
    then jsonb_build_object('startsAt', b.picked_at, 'state', b.picked_state, 'confirmBy', b.confirm_by) end as picked, b.replaces,
  (select n.id from booking n where n.replaces = b.id) as "replacedBy", ${guaranteeOf} as guarantee, b.renews, ${renewedBy} as "renewedBy", ${canRenew} as "canRenew",
  ${openColumns},
  jsonb_build_object('_id', m.id, 'fullName', m.full_name, 'profilePhoto', m.photo, 'slug', m.slug) as mentor,
  jsonb_build_object('_id', f.id, 'name', f.name, 'area', coalesce(nullif(b.address ->> 'area', ''), f.area)) as parent,
  b.address, ${isWithoutAddress} as "needsAddress",
  jsonb_build_object('_id', p.id, 'name', p.name, 'grade', p.grade) as learner`
const bookingTables = sql`booking b join payment_order o on o.id = b.order_id join mentor m on m.id = b.mentor_id
  join family f on f.id = b.family_id join learner p on p.id = b.learner_id`

const lessonsOf = (ids: RawBuilder<unknown>) => sql<LessonRow>`
    select id, booking_id as "bookingId", sequence, starts_at as "startsAt", ends_at as "endsAt", minutes, fee_paise as "feePaise", status,
      settled_at is not null as settled,
      case when is_moved then nullif(planned_on, (starts_at at time zone 'Asia/Kolkata')::date)::text end as "movedFrom", (
        select jsonb_build_object('_id', d.id, 'number', c.number, 'reason', d.reason, 'status', d.status, 'amount', d.amount_paise / 100.0,
          'kept', d.mentor_paise / 100.0, 'ours', d.ours_paise / 100.0, 'verdict', d.verdict, 'answerBy', c.answer_by, 'endedAt', d.ended_at)
        from dispute d left join support_case c on c.id = d.case_id where d.lesson_id = lesson.id order by d.created_at desc, d.id desc limit 1) as dispute, (
        select jsonb_build_object('kind', c.kind, 'causedBy', c.caused_by, 'status', c.status, 'fee', c.fee_paise / 100.0,
          'credit', c.credit_minutes, 'answerBy', c.answer_by)
        from lesson_change c where c.lesson_id = lesson.id and c.status <> 'withdrawn'
          and (c.status <> 'open' or lesson.status = 'scheduled')) as change, (
        select jsonb_build_object('_id', p.id, 'by', p.made_by, 'startsAt', p.to_at, 'answerBy', p.expires_at)
        from time_proposal p where p.lesson_id = lesson.id and p.status = 'open' and p.expires_at > now()
          and lesson.status = 'scheduled' and p.from_at = lesson.starts_at) as proposal
    from lesson where booking_id = any(${ids}) and status <> 'moved' order by starts_at, sequence`

type BalanceRow = Parameters<typeof toBalances>[0][number]
/** Bookings with lessons, attendance and balances, as one JSON value of a statement. */
export type BookingsJson = {
  bookings: InJson<BookingRow>[]
  lessons: InJson<LessonRow>[]
  records: InJson<RecordRow>[]
  balances: BalanceRow[]
}

/** The bookings whose ids (column `id`) a query chooses, newest first. */
export function bookingsJson(chosen: RawBuilder<unknown>) {
  const ids = sql`array(select id from chosen)`
  return sql<BookingsJson>`(with chosen as materialized (${chosen}) select json_build_object(
    'bookings', ${jsonRows(sql<BookingRow>`select ${bookingColumns} from ${bookingTables} where b.id = any(${ids}) order by b.id desc`)},
    'lessons', ${jsonRows(lessonsOf(ids))},
    'records', ${jsonRows(sql<RecordRow>`select ${recordColumns} from ${recordTables} where r.booking_id = any(${ids})`)},
    'balances', ${jsonRows(balanceRows(ids))}))`
}

const bookingTimes = { bookedAt: true, scheduleBy: true, wishedAt: true } as const
const lessonTimes = { startsAt: true, endsAt: true } as const
const recordTimes = { answerFrom: true, markedAt: true, savedAt: true } as const

/** What `bookingsJson` read. */
export function toBookings({ bookings, lessons, records, balances }: BookingsJson): ClassBooking[] {
  const byBooking = Map.groupBy(fromJson<LessonRow>(lessons, lessonTimes), ({ bookingId }) => bookingId)
  const byLesson = new Map(fromJson<RecordRow>(records, recordTimes).map((row) => [row.lessonId, toRecord(row)]))
  const balanceOf = toBalances(balances)
  return fromJson<BookingRow>(bookings, bookingTimes).flatMap((row) => {
    const balance = balanceOf.get(row._id)
    return balance ? [toBooking(row, byBooking.get(row._id) ?? [], byLesson, balance)] : []
  })
}

export type Owner = { familyId: string } | { mentorId: string }
export const ownedBy = (owner: Owner): RawBuilder<unknown> =>
  'familyId' in owner ? sql`b.family_id = ${owner.familyId}` : sql`b.mentor_id = ${owner.mentorId}`

/** A page of an owner's bookings, newest first, after a booking id. */
export async function bookingsOf(db: Db, owner: Owner, afterId: string | null, limit: number) {
  const after = afterId ? sql`and b.id < ${afterId}` : sql``
  const page = sql`select b.id from booking b where ${ownedBy(owner)} ${after} order by b.id desc limit ${limit + 1}`
  const { rows } = await sql<{ found: BookingsJson; total: number }>`${prepared}
    select ${bookingsJson(page)} as found, (select count(*)::int from booking b where ${ownedBy(owner)}) as total`.execute(
    db,
  )
  const [row] = rows
  const bookings = row ? toBookings(row.found) : []
  return { bookings: bookings.slice(0, limit), more: bookings.length > limit, total: row?.total ?? 0 }
}

export async function bookingById(db: Db, id: string): Promise<ClassBooking | null> {
  const { rows } = await sql<{ found: BookingsJson }>`${prepared}
    select ${bookingsJson(sql`select ${id}::uuid as id`)} as found`.execute(db)
  return (rows[0] && toBookings(rows[0].found)[0]) ?? null
}

export async function recordsOf(db: Db, bookingId: string): Promise<ClassRecord[]> {
  const { rows } =
    await sql<RecordRow>`select ${recordColumns} from ${recordTables} where r.booking_id = ${bookingId} order by l.starts_at`.execute(
      db,
    )
  return rows.map(toRecord)
}

export async function recordById(db: Db, id: string): Promise<ClassRecord | null> {
  const { rows } = await sql<RecordRow>`select ${recordColumns} from ${recordTables} where r.id = ${id}`.execute(db)
  return rows[0] ? toRecord(rows[0]) : null
}
