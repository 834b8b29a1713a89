import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ClassBooking, ClassRecord, Lesson } from '#contract/classes/bookings.ts'
import {
  autoConfirmHours,
  defaultLessonMinutes,
  defaultPolicy,
  lessonNote,
  maxVisitCodeAttempts,
} from '#contract/classes/limits.ts'
import { isSingleLesson, type Plan } from '#contract/classes/plans.ts'
import { type Grade, type Subject, subjectName } from '#contract/reference/catalogue.ts'
import { rupees } from '#contract/wire/money.ts'
import { dateInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import { type Balance, balancesOf, leftPaise, leftParts } from '#server/classes/lessons/lessons.ts'
import type { DB } from '#server/platform/schema.ts'
import { isWithoutAddress } from './address-rows.ts'
import { guaranteeOf } from './guarantee-rows.ts'
import { openColumns, subjectChoices, toProposal } from './open-columns.ts'
import { canRenew, renewedBy } from './renewal-rows.ts'

type Db = Kysely<DB>

type RecordRow = {
  id: string
  bookingId: string
  lessonId: string
  mentorId: string
  familyId: string
  date: string
  timeIn: string
  timeOut: string
  duration: string
  topic: string
  mentorTick: boolean
  parentTick: boolean
  answerFrom: Date
  settled: boolean
  feePaise: number
  markedAt: Date
  confirmedBy: ClassRecord['confirmedBy']
  hasCode: boolean
  wrongCodes: number
  note: string
  homework: string
  savedAt: Date | null
  clockOff: number
}

const recordColumns = sql`r.id, r.booking_id as "bookingId", r.lesson_id as "lessonId", b.mentor_id as "mentorId", b.family_id as "familyId",
  to_char(r.date, 'YYYY-MM-DD') as date, to_char(r.time_in, 'HH24:MI') as "timeIn", to_char(r.time_out, 'HH24:MI') as "timeOut",
  r.duration, r.topic, r.mentor_tick as "mentorTick", r.parent_tick as "parentTick", greatest(l.ends_at, r.marked_at) as "answerFrom",
  l.settled_at is not null as settled, l.fee_paise as "feePaise", r.marked_at as "markedAt", r.code_at is not null as "hasCode",
  cardinality(l.wrong_codes) as "wrongCodes", r.note, r.homework, r.saved_at as "savedAt", r.clock_off as "clockOff",
  case when r.parent_tick then case when r.parent_ticked_at = r.code_at then 'code' else 'tick' end
    when l.settled_at is not null and not exists (select from dispute d where d.lesson_id = l.id and d.case_id is not null and d.status = 'decided')
      then 'silence' end as "confirmedBy"`
const recordTables = sql`class_record r join lesson l on l.id = r.lesson_id join booking b on b.id = r.booking_id`

const toRecord = (row: RecordRow): ClassRecord => ({
  _id: row.id,
  classBooking: row.bookingId,
  lesson: row.lessonId,
  mentor: row.mentorId,
  parent: row.familyId,
  date: row.date,
  timeIn: row.timeIn,
  timeOut: row.timeOut,
  duration: row.duration,
  topic: row.topic,
  mentorTick: row.mentorTick,
  parentTick: row.parentTick,
  mentorMarked: true, // a record exists only because the mentor made it
  fee: rupees(row.feePaise),
  settled: row.settled,
  confirmBy: plusMinutes(row.answerFrom, autoConfirmHours * 60).toISOString(),
  confirmedBy: row.confirmedBy,
  code: row.hasCode ? 'right' : row.wrongCodes > 0 ? 'wrong' : 'none',
  codeTries: maxVisitCodeAttempts - row.wrongCodes,
  note: row.note,
  homework: row.homework,
  noteUntil: plusMinutes(row.markedAt, lessonNote.days * 1440).toISOString(),
  savedAt: row.savedAt?.toISOString() ?? null,
  clockOff: row.clockOff,
})

type BookingRow = Pick<
  ClassBooking,
  | '_id'
  | 'order'
  | 'status'
  | 'plan'
  | 'mode'
  | 'duration'
  | 'studentName'
  | 'class'
  | 'school'
  | 'rating'
  | 'minutes'
  | 'mentor'
  | 'parent'
  | 'address'
  | 'needsAddress'
  | 'learner'
  | 'wishes'
  | 'picked'
  | 'isPaused'
  | 'canRenew'
  | 'renews'
  | 'renewedBy'
  | 'replaces'
  | 'replacedBy'
  | 'guarantee'
  | 'proposal'
  | 'hasTimetable'
> & {
  offers: [gradeKey: string, subject: Subject][] | null
  grade: Grade | null
  subject: Subject
  bookedAt: Date
  scheduleBy: Date
  wishedAt: Date | null
  pricePaise: number
  noShowMinutes: number
}
type LessonRow = Pick<Lesson, 'dispute' | 'change' | 'proposal' | 'movedFrom'> & {
  id: string
  bookingId: string
  sequence: number
  startsAt: Date
  endsAt: Date
  minutes: number
  feePaise: number
  status: Lesson['status']
  settled: boolean
}

const bookingColumns = sql`b.id as "_id", b.order_id as "order", b.subject, b.status, b.plan, b.mode, b.duration_days as duration, b.booked_at as "bookedAt",
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

/** Number of lessons in the plan, assuming the remaining ones have the agreed length. */
function lessonsPlanned(plan: Plan, minutes: number, made: LessonRow[]): number {
  const planned = made.filter((one) => one.status === 'scheduled' || one.status === 'held')
  // A cancelled or missed lesson may have used part of the minutes.
  const used = made.filter((one) => planned.includes(one) || one.settled)
  const left = Math.max(0, minutes - used.reduce((sum, one) => sum + one.minutes, 0))
  return planned.length + Math.ceil(left / (isSingleLesson(plan, minutes) ? minutes : defaultLessonMinutes))
}

function toBooking(
  row: BookingRow,
  lessons: LessonRow[],
  records: Map<string, ClassRecord>,
  balance: Balance,
): ClassBooking {
  const { bookedAt, scheduleBy, wishedAt, pricePaise, noShowMinutes, subject, offers, grade, ...rest } = row
  const waiting = lessons.filter((one) => one.status === 'scheduled')
  // An unmarked past lesson is not the next one.
  const next =
    waiting.find((one) => one.endsAt > new Date()) ?? waiting[0] ?? lessons.findLast((one) => one.status === 'held')
  const unused = rupees(balance.unusedPaise)
  const lessonReplies = lessons.map((one) => ({
    _id: one.id,
    sequence: one.sequence,
    startsAt: one.startsAt.toISOString(),
    endsAt: one.endsAt.toISOString(),
    minutes: one.minutes,
    fee: rupees(one.feePaise),
    status: one.status,
    settled: one.settled,
    noShowFrom: plusMinutes(one.startsAt, noShowMinutes).toISOString(),
    movedFrom: one.movedFrom,
    record: records.get(one.id) ?? null,
    dispute: one.dispute && {
      ...one.dispute,
      // JSON from PostgreSQL has its own timestamp format.
      answerBy: one.dispute.answerBy && new Date(one.dispute.answerBy).toISOString(),
      endedAt: one.dispute.endedAt && new Date(one.dispute.endedAt).toISOString(),
    },
    change: one.change && {
      ...one.change,
      answerBy: one.change.answerBy && new Date(one.change.answerBy).toISOString(),
    },
    proposal: one.proposal && {
      ...one.proposal,
      startsAt: new Date(one.proposal.startsAt).toISOString(),
      answerBy: new Date(one.proposal.answerBy).toISOString(),
    },
  }))
  return {
    ...rest,
    // JSON from PostgreSQL has its own timestamp format.
    guarantee: rest.guarantee && { ...rest.guarantee, until: new Date(rest.guarantee.until).toISOString() },
    proposal: toProposal(rest.proposal),
    subject: subjectName(subject, 'en'),
    subjectChoices: offers === null ? [] : subjectChoices(offers, grade, subject),
    bookedDate: bookedAt.toISOString(),
    scheduleBy: scheduleBy.toISOString(),
    wishedAt: wishedAt?.toISOString() ?? null,
    picked: rest.picked && {
      ...rest.picked,
      startsAt: new Date(rest.picked.startsAt).toISOString(),
      confirmBy: rest.picked.confirmBy && new Date(rest.picked.confirmBy).toISOString(),
    },
    scheduledDate: next ? dateInIndia(next.startsAt) : null,
    scheduledTime: next ? timeInIndia(next.startsAt) : null,
    mentorName: row.mentor.fullName,
    price: rupees(pricePaise),
    balance: row.status === 'cancelled' ? 0 : rupees(leftPaise(balance)),
    money: { ...leftParts(balance), unused },
    cameBack: balance.isOver ? unused : 0,
    lessonsPlanned: lessonsPlanned(row.plan, row.minutes, lessons),
    lessons: lessonReplies,
    attendance: lessonReplies.flatMap((one) =>
      one.record ? [{ date: one.record.date, present: one.status === 'held' }] : [],
    ),
  }
}

async function withLessons(db: Db, bookings: BookingRow[]): Promise<ClassBooking[]> {
  const ids = bookings.map((one) => one._id)
  if (ids.length === 0) return []
  const lessons = await sql<LessonRow>`
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
    from lesson where booking_id = any(${ids}::uuid[]) and status <> 'moved' order by starts_at, sequence`.execute(db)
  const records =
    await sql<RecordRow>`select ${recordColumns} from ${recordTables} where r.booking_id = any(${ids}::uuid[])`.execute(
      db,
    )
  const balances = await balancesOf(db, ids)
  const byLesson = new Map(records.rows.map((row) => [row.lessonId, toRecord(row)]))
  return bookings.flatMap((row) => {
    const balance = balances.get(row._id)
    const own = lessons.rows.filter((one) => one.bookingId === row._id)
    return balance ? [toBooking(row, own, byLesson, balance)] : []
  })
}

type Owner = { familyId: string } | { mentorId: string }
const ownedBy = (owner: Owner): RawBuilder<unknown> =>
  'familyId' in owner ? sql`b.family_id = ${owner.familyId}` : sql`b.mentor_id = ${owner.mentorId}`

/** A page of an owner's bookings, newest first, after a booking id. */
export async function bookingsOf(db: Db, owner: Owner, afterId: string | null, limit: number) {
  const after = afterId ? sql`and b.id < ${afterId}` : sql``
  const { rows } = await sql<BookingRow>`
    select ${bookingColumns} from ${bookingTables} where ${ownedBy(owner)} ${after} order by b.id desc limit ${limit + 1}`.execute(
    db,
  )
  const planned = await sql<{ n: number }>`select count(*)::int as n from booking b where ${ownedBy(owner)}`.execute(db)
  return {
    bookings: await withLessons(db, rows.slice(0, limit)),
    more: rows.length > limit,
    total: planned.rows[0]?.n ?? 0,
  }
}

export async function bookingById(db: Db, id: string): Promise<ClassBooking | null> {
  const { rows } = await sql<BookingRow>`select ${bookingColumns} from ${bookingTables} where b.id = ${id}`.execute(db)
  return (await withLessons(db, rows))[0] ?? null
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
