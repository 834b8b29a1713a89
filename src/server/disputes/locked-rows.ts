import { type Kysely, sql } from 'kysely'
import type { Subject } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import { confirmHours, type DisputeReason } from '#contract/limits.ts'
import { releaseSlotIfEmpty } from '#server/bookings/bookings.ts'
import type { DB } from '#server/platform/schema.ts'

type Tx = Kysely<DB>

/** A lesson under lock, with whom it concerns. */
export type Lesson = {
  id: string
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
  minutes: number
  feePaise: number
  status: string
  settled: boolean
  /** The 48 hours for an answer are over. */
  isLate: boolean
}

/** A lesson for its family, or for an admin when `familyId` is null; locked after its booking, as everywhere. */
export async function lockLesson(tx: Tx, id: string, familyId: string | null): Promise<Lesson | null> {
  await sql`select id from booking where id = (select booking_id from lesson where id = ${id})
    and (${familyId}::uuid is null or family_id = ${familyId}) for update`.execute(tx)
  const { rows } = await sql<Lesson>`
    select l.id, o.number as "orderNumber", b.subject, b.family_id as "familyId", f.account_id as "familyAccount", f.name as "familyName",
      a.phone, a.language, b.mentor_id as "mentorId", m.account_id as "mentorAccount", l.starts_at as "startsAt", l.minutes,
      l.fee_paise as "feePaise", l.status, l.settled_at is not null as settled,
      greatest(l.ends_at, r.marked_at) + make_interval(hours => ${confirmHours}) <= now() as "isLate"
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
  mentorPaise: number | null
  reason: DisputeReason | 'no_show' | 'settled'
  status: 'open' | 'withdrawn' | 'decided'
}
const disputes = sql`
  select d.id, d.lesson_id as "lessonId", d.case_id as "caseId", c.number, d.amount_paise as "amountPaise", d.mentor_paise as "mentorPaise", d.reason, d.status
  from dispute d left join support_case c on c.id = d.case_id`

export async function disputeById(db: Tx, id: string): Promise<Dispute | null> {
  const { rows } = await sql<Dispute>`${disputes} where d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The newest word of a family about a lesson. */
export async function newestOf(tx: Tx, lessonId: string): Promise<Dispute | null> {
  const { rows } = await sql<Dispute>`
    ${disputes} where d.lesson_id = ${lessonId} and d.case_id is not null order by d.created_at desc, d.id desc limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** What of a mentor's money is in a file the bank was given, and so may be paid already. */
export async function paiseAtBank(tx: Tx, mentorId: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::int8 as paise from payout
    where mentor_id = ${mentorId} and status = 'open' and file_at is not null`.execute(tx)
  return rows[0]?.paise ?? 0
}

type NewDispute = { lesson: Lesson; caseId: string; reason: DisputeReason | 'no_show'; words: string }

/** Opens a dispute and keeps its lesson from settling. A tick is taken back by it. */
export async function insertDispute(tx: Tx, one: NewDispute): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into dispute (lesson_id, case_id, reason, words, amount_paise)
    values (${one.lesson.id}, ${one.caseId}, ${one.reason}, ${one.words}, ${one.lesson.feePaise}) returning id`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('opening a dispute gave no row')
  await sql`update lesson set disputed_at = now() where id = ${one.lesson.id}`.execute(tx)
  await sql`update class_record set parent_tick = false, parent_ticked_at = null where lesson_id = ${one.lesson.id}`.execute(
    tx,
  )
  return rows[0].id
}

const openAgain = (tx: Tx, lessonId: string) =>
  sql`update lesson set disputed_at = null where id = ${lessonId}`.execute(tx)

/** Ends a dispute by its family's word, which is a tick. */
export async function setWithdrawn(tx: Tx, one: Dispute): Promise<void> {
  await sql`update dispute set status = 'withdrawn', ended_at = now() where id = ${one.id}`.execute(tx)
  await sql`update class_record set parent_tick = true, parent_ticked_at = now() where lesson_id = ${one.lessonId}`.execute(
    tx,
  )
  await openAgain(tx, one.lessonId)
}

type Verdict = { mentorPaise: number; verdict: string; accountId: string }

export async function setDecided(tx: Tx, one: Dispute, given: Verdict): Promise<void> {
  await sql`update dispute set status = 'decided', mentor_paise = ${given.mentorPaise}, verdict = ${given.verdict},
    decided_by = ${given.accountId}, ended_at = now() where id = ${one.id}`.execute(tx)
  await openAgain(tx, one.lessonId)
}

/** Enters what an admin decided about a settled lesson, under the caller's id. False when that is taken. */
export async function insertCorrection(tx: Tx, id: string, lesson: Lesson, given: Verdict): Promise<boolean> {
  const { rows } = await sql`
    insert into dispute (id, lesson_id, reason, amount_paise, mentor_paise, status, verdict, decided_by, ended_at)
    values (${id}, ${lesson.id}, 'settled', ${lesson.feePaise}, ${given.mentorPaise}, 'decided', ${given.verdict}, ${given.accountId}, now())
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** What a lesson costs after all, and how much of the plan it uses. */
export const setWorth = (tx: Tx, lessonId: string, feePaise: number, minutes: number) =>
  sql`update lesson set fee_paise = ${feePaise}, minutes = ${minutes} where id = ${lessonId}`.execute(tx)

/** A class that did not count after all: it cost nothing, uses nothing of the plan, and its time is free. */
export async function setNotHeld(tx: Tx, lessonId: string, status: 'missed_by_mentor' | 'cancelled'): Promise<void> {
  const { rows } = await sql<{ slotId: string }>`
    update lesson set status = ${status}, settled_at = null where id = ${lessonId} returning slot_id as "slotId"`.execute(
    tx,
  )
  for (const { slotId } of rows) await releaseSlotIfEmpty(tx, slotId)
}

/** Who did not come, while both sides say different things, or as it was decided. */
export const setMissed = (tx: Tx, lessonId: string, status: 'missed_by_mentor' | 'missed_by_family') =>
  sql`update lesson set status = ${status}, no_show_at = null where id = ${lessonId}`.execute(tx)
