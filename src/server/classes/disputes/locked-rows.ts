import { sql } from 'kysely'
import { disputeLifecycle, type LessonState } from '#contract/classes/lifecycles.ts'
import { autoConfirmHours, type DisputeReason, maxRequestsPerDay } from '#contract/classes/limits.ts'
import type { Subject } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { setTick } from '#server/classes/bookings/bookings.ts'
import { balanceOf, freePaise, moveLesson, pricedAt, unplannedMinutes } from '#server/classes/lessons/lessons.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** A locked lesson with the accounts involved. */
export type Lesson = {
  id: string
  slotId: string
  bookingId: string
  orderId: string
  orderNumber: string
  subject: Subject
  familyId: string
  familyAccount: string
  familyName: string | null
  phone: string
  language: Language
  mentorId: string
  mentorAccount: string
  startsAt: Date
  pricedAt: Date
  /** Planned length, and minutes of the plan it uses. */
  lengthMinutes: number
  minutes: number
  feePaise: number
  state: LessonState
  /** The 48 hours to answer have passed. */
  isLate: boolean
}

/** Locks a lesson after its booking: for its family, or for an admin when `familyId` is null. */
export async function lockLesson(tx: Transaction, id: string, familyId: string | null): Promise<Lesson | null> {
  await sql`select id from booking where id = (select booking_id from lesson where id = ${id})
    and (${familyId}::uuid is null or family_id = ${familyId}) for update`.execute(tx)
  const { rows } = await sql<Lesson>`
    select l.id, l.slot_id as "slotId", b.id as "bookingId", o.id as "orderId", (extract(epoch from l.ends_at - l.starts_at) / 60)::int as "lengthMinutes", o.number as "orderNumber", b.subject, b.family_id as "familyId", f.account_id as "familyAccount", f.name as "familyName",
      a.phone, a.language, b.mentor_id as "mentorId", m.account_id as "mentorAccount", l.starts_at as "startsAt", ${pricedAt} as "pricedAt", l.minutes,
      l.fee_paise as "feePaise", l.state,
      greatest(l.ends_at, r.marked_at) + make_interval(hours => ${autoConfirmHours}) <= now() as "isLate"
    from lesson l join booking b on b.id = l.booking_id join payment_order o on o.id = b.order_id join family f on f.id = b.family_id
      join account a on a.id = f.account_id join mentor m on m.id = b.mentor_id left join class_record r on r.lesson_id = l.id
    where l.id = ${id} and (${familyId}::uuid is null or b.family_id = ${familyId}) for update of l`.execute(tx)
  return rows[0] ?? null
}

export type Dispute = {
  id: string
  lessonId: string
  caseId: string | null
  number: string | null
  amountPaise: number
  /** Amount paid for the lesson after the decision, and MentorSetu's part of it. */
  mentorPaise: number | null
  oursPaise: number
  reason: DisputeReason | 'no_show' | 'settled' | 'appealed'
  status: 'open' | 'withdrawn' | 'decided'
}
const disputes = sql`
  select d.id, d.lesson_id as "lessonId", d.case_id as "caseId", c.number, d.amount_paise as "amountPaise", d.mentor_paise as "mentorPaise", d.ours_paise as "oursPaise", d.reason, d.status
  from dispute d left join support_case c on c.id = d.case_id`

export async function disputeById(db: Db, id: string): Promise<Dispute | null> {
  const { rows } = await sql<Dispute>`${disputes} where d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Original dispute of a case, with its first decision. */
export async function disputeOfCase(tx: Transaction, caseId: string): Promise<Dispute | null> {
  const { rows } = await sql<Dispute>`${disputes} where d.case_id = ${caseId} and d.reason <> 'appealed'`.execute(tx)
  return rows[0] ?? null
}

/** Latest decision of a case, with all appeals. */
export async function lastDecision(tx: Transaction, caseId: string): Promise<Dispute | null> {
  const { rows } = await sql<Dispute>`
    ${disputes} where d.case_id = ${caseId} and d.status = 'decided' order by d.ended_at desc, d.id desc limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

export async function orderOfLesson(db: Db, lessonId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select b.order_id as id from lesson l join booking b on b.id = l.booking_id where l.id = ${lessonId}`.execute(db)
  return rows[0]?.id ?? null
}

/** Credit that the family is due if its mentor's reported absence is confirmed. */
export async function compensationOf(tx: Transaction, disputeId: string): Promise<number> {
  const change = await tx
    .selectFrom('lesson_change')
    .select('compensation_paise as paise')
    .where('dispute_id', '=', disputeId)
    .where('caused_by', '=', 'mentor')
    .executeTakeFirst()
  return change?.paise ?? 0
}

/** Latest dispute of a lesson. */
export async function latestDispute(tx: Transaction, lessonId: string): Promise<Dispute | null> {
  const { rows } = await sql<Dispute>`
    ${disputes} where d.lesson_id = ${lessonId} and d.case_id is not null and d.reason <> 'appealed' order by d.created_at desc, d.id desc limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Mentor's money in a bank file, which may already be paid. */
export async function paiseInBankFile(tx: Transaction, mentorId: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::int8 as paise from payout
    where mentor_id = ${mentorId} and status = 'open' and file_at is not null`.execute(tx)
  return rows[0]?.paise ?? 0
}

export type Received = { mentor: number; commission: number; gst: number }
/** Paise each received for a lesson, after all corrections; what a mentor owes again is not received. */
export async function receivedFor(tx: Transaction, lessonId: string): Promise<Received> {
  const of = (...kinds: string[]) => sql`coalesce(-sum(e.amount_paise) filter (where a.kind = any(${kinds})), 0)::int8`
  const { rows } = await sql<Received>`
    select ${of('mentor_payable', 'mentor_debt')} as mentor, ${of('commission')} as commission, ${of('gst')} as gst
    from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
    where (j.kind = 'lesson' and j.subject_id = ${lessonId})
      or (j.kind = 'correction' and j.subject_id in (select id from dispute where lesson_id = ${lessonId}))`.execute(tx)
  return rows[0] ?? { mentor: 0, commission: 0, gst: 0 }
}

/** Above the minutes of any booking: a finished booking has no limit. */
const unlimitedMinutes = 32_767

/**
 * MentorSetu's current share of a lesson, and the money and minutes of its locked booking that no other lesson uses.
 * Planned lessons and credits keep theirs.
 */
export async function unusedWorth(tx: Transaction, lesson: { id: string; bookingId: string }) {
  const decided = await tx
    .selectFrom('dispute')
    .select('ours_paise as oursPaise')
    .where('lesson_id', '=', lesson.id)
    .where('status', '=', 'decided')
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const balance = await balanceOf(tx, lesson.bookingId)
  return {
    oursPaise: decided?.oursPaise ?? 0,
    freePaise: freePaise(balance),
    freeMinutes: balance.isOver ? unlimitedMinutes : unplannedMinutes(balance),
  }
}

type NewDispute = { lesson: Lesson; caseId: string; reason: DisputeReason | 'no_show'; words: string }

/** Opens a dispute, which blocks settlement and clears the family's tick. */
export async function insertDispute(tx: Transaction, dispute: NewDispute): Promise<string> {
  const { lesson, caseId, reason, words } = dispute
  const { rows } = await sql<{ id: string }>`
    insert into dispute (lesson_id, case_id, reason, words, amount_paise)
    select ${lesson.id}, ${caseId}, ${reason}, ${words}, ${lesson.feePaise}
    where (select count(*) from dispute where lesson_id = ${lesson.id} and created_at > now() - interval '1 day') < ${maxRequestsPerDay}
    returning id`.execute(tx)
  if (!rows[0]) throw new AppError('changed-too-often')
  const { id } = rows[0]
  await moveLesson(tx, lesson.id, 'dispute')
  await setTick(tx, lesson.id, false)
  return id
}

/** Withdraws a dispute, which confirms the lesson. */
export async function markWithdrawn(tx: Transaction, dispute: Dispute): Promise<void> {
  await tx
    .updateTable('dispute')
    .set({ status: disputeLifecycle.target('withdraw'), ended_at: sql`now()` })
    .where('id', '=', dispute.id)
    .execute()
  await setTick(tx, dispute.lessonId, true)
  await moveLesson(tx, dispute.lessonId, 'endDispute')
}

type Verdict = { mentorPaise: number; verdict: string; accountId: string }

export async function markDecided(tx: Transaction, dispute: Dispute, decision: Verdict): Promise<void> {
  const { mentorPaise, verdict, accountId } = decision
  await tx
    .updateTable('dispute')
    .set({ status: disputeLifecycle.target('decide'), mentor_paise: mentorPaise, verdict })
    .set({ decided_by: accountId, ended_at: sql`now()` })
    .where('id', '=', dispute.id)
    .execute()
  await moveLesson(tx, dispute.lessonId, 'endDispute')
}

/** Inserts a correction of a settled lesson under the client's id. Returns false when the id exists. */
export async function insertCorrection(
  tx: Transaction,
  id: string,
  lesson: Lesson,
  decision: Verdict & { amountPaise: number; oursPaise: number },
): Promise<boolean> {
  const { amountPaise, mentorPaise, oursPaise, verdict, accountId } = decision
  const { rows } = await sql`
    insert into dispute (id, lesson_id, reason, amount_paise, mentor_paise, ours_paise, status, verdict, decided_by, ended_at)
    values (${id}, ${lesson.id}, 'settled', ${amountPaise}, ${mentorPaise}, ${oursPaise}, 'decided', ${verdict}, ${accountId}, clock_timestamp())
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** Inserts the decision on an appeal. @returns its id */
export async function insertAppealDecision(
  tx: Transaction,
  dispute: Dispute,
  decision: Verdict & { oursPaise: number },
): Promise<string> {
  const { mentorPaise, oursPaise, verdict, accountId } = decision
  const { rows } = await sql<{ id: string }>`
    insert into dispute (lesson_id, case_id, reason, amount_paise, mentor_paise, ours_paise, status, verdict, decided_by, ended_at)
    values (${dispute.lessonId}, ${dispute.caseId}, 'appealed', ${dispute.amountPaise}, ${mentorPaise}, ${oursPaise}, 'decided', ${verdict}, ${accountId}, clock_timestamp())
    returning id`.execute(tx)
  if (!rows[0]) throw new Error('inserting an appeal decision returned no row')
  return rows[0].id
}
