import { sql } from 'kysely'
import { type LessonState, lessonChangeLifecycle } from '#contract/classes/lifecycles.ts'
import { autoConfirmHours, defaultPolicy, maxMentorDebtPaise, maxRequestsPerDay } from '#contract/classes/limits.ts'
import { isSuspended } from '#server/classes/bookings/bookings.ts'
import { isLate, leftOfOrder, moveLesson, pricedAt } from '#server/classes/lessons/lessons.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { arePayoutsPaused } from '#server/settings/settings/settings.ts'
import type { Outcome, Side, Terms } from './outcome.ts'

/** A locked lesson with the cancellation terms of its booking. */
export type LockedLesson = {
  id: string
  bookingId: string
  familyId: string
  mentorId: string
  slotId: string
  startsAt: Date
  pricedAt: Date
  endsAt: Date
  minutes: number
  feePaise: number
  state: LessonState
  isShortNotice: boolean
  /** Its date was set by hand, not by a timetable. */
  isMoved: boolean
  /** On hold: the mentor was suspended before it began. */
  isSuspended: boolean
  /** What of `mentorLatePercent` of the order's price its classes have not used, with any mentor, within what the mentor may owe. */
  compensablePaise: number
  terms: Terms & { noShowMinutes: number }
  now: Date
}
const lessonQuery = sql`
  select l.id, l.booking_id as "bookingId", b.family_id as "familyId", b.mentor_id as "mentorId", l.slot_id as "slotId",
    l.starts_at as "startsAt", ${pricedAt} as "pricedAt", l.ends_at as "endsAt", l.minutes, l.fee_paise as "feePaise", l.state,
    l.is_short_notice as "isShortNotice", l.is_moved as "isMoved", ${isSuspended('l')} as "isSuspended",
    jsonb_build_object('cancelFreeHours', b.terms -> 'cancelFreeHours', 'lateCancelPercent', b.terms -> 'lateCancelPercent',
      'mentorLatePercent', coalesce(b.terms -> 'mentorLatePercent', '0'),
      'noShowMinutes', coalesce(b.terms -> 'noShowMinutes', to_jsonb(${defaultPolicy.noShowMinutes}::int))) as terms,
    least(${leftOfOrder}, ${maxMentorDebtPaise} - coalesce((select balance_paise from ledger_account
      where kind = 'mentor_debt' and owner_id = b.mentor_id), 0)) as "compensablePaise",
    clock_timestamp() as now
  from lesson l join booking b on b.id = l.booking_id join booking f on f.order_id = b.order_id and f.replaces is null`

export async function lessonById(db: Db, id: string): Promise<LockedLesson | null> {
  const { rows } = await sql<LockedLesson>`${lessonQuery} where l.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Requires the booking lock. Null when a new timetable replaced the lesson meanwhile. */
export async function lockLesson(tx: Transaction, id: string): Promise<LockedLesson | null> {
  const { rows } = await sql<LockedLesson>`${lessonQuery} where l.id = ${id} for update of l`.execute(tx)
  return rows[0] ?? null
}

/** Classes of a locked booking that have not begun, and that it is too late to cancel for free. */
export async function lateLessons(tx: Transaction, bookingId: string): Promise<LockedLesson[]> {
  const { rows } = await sql<LockedLesson>`${lessonQuery} where l.booking_id = ${bookingId} and l.state = 'scheduled'
    and l.starts_at > now() and l.id in (select id from lesson where booking_id = ${bookingId} and ${isLate(bookingId)})`.execute(
    tx,
  )
  return rows
}

export type Change = {
  id: string
  lessonId: string
  kind: 'cancel' | 'no_show'
  causedBy: Side
  status: 'open' | 'done' | 'objected'
  feePaise: number
  feeMinutes: number
  creditMinutes: number
  compensationPaise: number
  answerBy: Date | null
  isLate: boolean
}

/** Current cancellation or absence report of a lesson; withdrawn ones are ignored. */
export async function changeOf(tx: Transaction, lessonId: string): Promise<Change | null> {
  const { rows } = await sql<Change>`
    select id, lesson_id as "lessonId", kind, caused_by as "causedBy", status, fee_paise as "feePaise", fee_minutes as "feeMinutes",
      credit_minutes as "creditMinutes", compensation_paise as "compensationPaise", answer_by as "answerBy", coalesce(answer_by <= now(), false) as "isLate"
    from lesson_change where lesson_id = ${lessonId} and status <> 'withdrawn'`.execute(tx)
  return rows[0] ?? null
}

type Cost = Pick<Outcome, 'feePaise' | 'feeMinutes' | 'creditMinutes' | 'compensationPaise'>
type NewChange = { lesson: LockedLesson; causedBy: Side; outcome: Cost; accountId: string }

export async function insertCancel(
  tx: Transaction,
  { lesson, causedBy, outcome, accountId }: NewChange,
): Promise<void> {
  await tx
    .insertInto('lesson_change')
    .values({
      lesson_id: lesson.id,
      mentor_id: lesson.mentorId,
      kind: 'cancel',
      caused_by: causedBy,
      status: 'done',
      fee_paise: outcome.feePaise,
      fee_minutes: outcome.feeMinutes,
      credit_minutes: outcome.creditMinutes,
      compensation_paise: outcome.compensationPaise,
      made_by: accountId,
      ended_at: sql`now()`,
    })
    .execute()
}

/** Reports an absence and blocks other changes of the lesson until it is resolved. @returns the deadline for an objection */
export async function insertNoShow(
  tx: Transaction,
  { lesson, causedBy, outcome, accountId }: NewChange,
): Promise<Date> {
  const { rows } = await sql<{ answerBy: Date }>`
    insert into lesson_change (lesson_id, mentor_id, kind, caused_by, fee_paise, fee_minutes, credit_minutes, compensation_paise, made_by, answer_by)
    select ${lesson.id}, ${lesson.mentorId}, 'no_show', ${causedBy}, ${outcome.feePaise}, ${outcome.feeMinutes}, ${outcome.creditMinutes}, ${outcome.compensationPaise},
      ${accountId}, now() + make_interval(hours => ${autoConfirmHours})
    where (select count(*) from lesson_change where lesson_id = ${lesson.id} and made_at > now() - interval '1 day') < ${maxRequestsPerDay}
    returning answer_by as "answerBy"`.execute(tx)
  if (!rows[0]) throw new AppError('changed-too-often')
  await moveLesson(tx, lesson.id, 'reportAbsence')
  return rows[0].answerBy
}

export const markDone = (tx: Transaction, id: string) =>
  tx
    .updateTable('lesson_change')
    .set({ status: lessonChangeLifecycle.target('confirm'), ended_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const markObjected = (tx: Transaction, id: string, disputeId: string) =>
  tx
    .updateTable('lesson_change')
    .set({ status: lessonChangeLifecycle.target('object'), ended_at: sql`now()`, dispute_id: disputeId })
    .where('id', '=', id)
    .execute()

/** Withdraws a report. The booking, and the lesson with it, may have ended meanwhile. */
export async function markWithdrawn(tx: Transaction, { id, lessonId }: Change, lesson: LockedLesson): Promise<void> {
  await tx
    .updateTable('lesson_change')
    .set({ status: lessonChangeLifecycle.target('withdraw'), ended_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  if (lesson.state === 'absence_reported') await moveLesson(tx, lessonId, 'withdrawReport')
}

/** Absence reports past their deadline without an objection; none while payouts are paused. */
export async function dueNoShows(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('lesson_change')
    .select('lesson_id as id')
    .where('status', '=', 'open')
    .where('answer_by', '<=', sql<Date>`now()`)
    .where(sql<boolean>`not ${arePayoutsPaused}`)
    .orderBy('answer_by')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
