import { type Kysely, sql } from 'kysely'
import type { Subject } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { confirmHours, type DisputeReason } from '#contract/wire/limits.ts'
import { releaseSlotIfEmpty } from '#server/classes/bookings/bookings.ts'
import type { DB } from '#server/platform/schema.ts'

type Tx = Kysely<DB>

/** A lesson under lock, with whom it concerns. */
export type Lesson = {
  id: string
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
  /** How long it was to be, and how much of the plan it uses. */
  lengthMinutes: number
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
    select l.id, b.id as "bookingId", o.id as "orderId", (extract(epoch from l.ends_at - l.starts_at) / 60)::int as "lengthMinutes", o.number as "orderNumber", b.subject, b.family_id as "familyId", f.account_id as "familyAccount", f.name as "familyName",
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
  /** What is paid for the class after all, and what of that is ours to pay. */
  mentorPaise: number | null
  oursPaise: number
  reason: DisputeReason | 'no_show' | 'settled' | 'appealed'
  status: 'open' | 'withdrawn' | 'decided'
}
const disputes = sql`
  select d.id, d.lesson_id as "lessonId", d.case_id as "caseId", c.number, d.amount_paise as "amountPaise", d.mentor_paise as "mentorPaise", d.ours_paise as "oursPaise", d.reason, d.status
  from dispute d left join support_case c on c.id = d.case_id`

export async function disputeById(db: Tx, id: string): Promise<Dispute | null> {
  const { rows } = await sql<Dispute>`${disputes} where d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** What a case is about, as it was said and first decided. */
export async function disputeOfCase(tx: Tx, caseId: string): Promise<Dispute | null> {
  const { rows } = await sql<Dispute>`${disputes} where d.case_id = ${caseId} and d.reason <> 'appealed'`.execute(tx)
  return rows[0] ?? null
}

/** The newest decision about a case, after every appeal so far. */
export async function lastDecision(tx: Tx, caseId: string): Promise<Dispute | null> {
  const { rows } = await sql<Dispute>`
    ${disputes} where d.case_id = ${caseId} and d.status = 'decided' order by d.ended_at desc, d.id desc limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

export async function orderOfLesson(db: Tx, lessonId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select b.order_id as id from lesson l join booking b on b.id = l.booking_id where l.id = ${lessonId}`.execute(db)
  return rows[0]?.id ?? null
}

/** The newest word of a family about a lesson. */
export async function newestOf(tx: Tx, lessonId: string): Promise<Dispute | null> {
  const { rows } = await sql<Dispute>`
    ${disputes} where d.lesson_id = ${lessonId} and d.case_id is not null and d.reason <> 'appealed' order by d.created_at desc, d.id desc limit 1`.execute(
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

/** What a mentor has of one class by now, whatever became of it since, in paise. */
export async function paiseOfMentor(tx: Tx, lessonId: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(-sum(e.amount_paise), 0)::int8 as paise from journal j join ledger_entry e on e.journal_id = j.id
      join ledger_account a on a.id = e.account_id and a.kind = 'mentor_payable'
    where (j.kind = 'lesson' and j.subject_id = ${lessonId})
      or (j.kind = 'correction' and j.subject_id in (select id from dispute where lesson_id = ${lessonId}))`.execute(tx)
  return rows[0]?.paise ?? 0
}

/**
 * What of a lesson we pay by now, and what its locked booking has that no class uses: money, and minutes as long as it goes on.
 * Classes that are planned or owed keep what is theirs.
 */
export async function standingOf(tx: Tx, lessonId: string) {
  const { rows } = await sql<{ oursPaise: number; freePaise: number; freeMinutes: number }>`
    select coalesce((select d.ours_paise from dispute d where d.lesson_id = l.id and d.status = 'decided' order by d.ended_at desc, d.id desc limit 1), 0) as "oursPaise",
      (b.price_paise - b.refunded_paise - used.paise
        - case when b.status in ('completed', 'cancelled') then 0 else ceil((b.price_paise - b.refunded_paise)::numeric * owed.minutes / b.minutes) end)::int as "freePaise",
      case when b.status in ('completed', 'cancelled') then 32767 else (b.minutes - used.minutes - owed.minutes)::int end as "freeMinutes"
    from lesson l join booking b on b.id = l.booking_id
      cross join lateral (select coalesce(sum(fee_paise), 0) as paise, coalesce(sum(minutes), 0) as minutes from lesson
        where booking_id = b.id and (status in ('scheduled', 'held') or settled_at is not null or disputed_at is not null)) used
      cross join lateral (select coalesce(sum(minutes), 0) as minutes from lesson_credit
        where booking_id = b.id and used_by is null and voided_at is null) owed
    where l.id = ${lessonId}`.execute(tx)
  if (!rows[0]) throw new Error('a lesson is not there')
  return rows[0]
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
export async function insertCorrection(
  tx: Tx,
  id: string,
  lesson: Lesson,
  given: Verdict & { amountPaise: number; oursPaise: number },
): Promise<boolean> {
  const { amountPaise, mentorPaise, oursPaise, verdict, accountId } = given
  const { rows } = await sql`
    insert into dispute (id, lesson_id, reason, amount_paise, mentor_paise, ours_paise, status, verdict, decided_by, ended_at)
    values (${id}, ${lesson.id}, 'settled', ${amountPaise}, ${mentorPaise}, ${oursPaise}, 'decided', ${verdict}, ${accountId}, clock_timestamp())
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** Enters what was decided about a case after an appeal. @returns its id */
export async function insertAppealed(tx: Tx, one: Dispute, given: Verdict & { oursPaise: number }): Promise<string> {
  const { mentorPaise, oursPaise, verdict, accountId } = given
  const { rows } = await sql<{ id: string }>`
    insert into dispute (lesson_id, case_id, reason, amount_paise, mentor_paise, ours_paise, status, verdict, decided_by, ended_at)
    values (${one.lessonId}, ${one.caseId}, 'appealed', ${one.amountPaise}, ${mentorPaise}, ${oursPaise}, 'decided', ${verdict}, ${accountId}, clock_timestamp())
    returning id`.execute(tx)
  if (!rows[0]) throw new Error('deciding an appeal gave no row')
  return rows[0].id
}

/**
 * A class that is paid after all: as held when its mentor marked it, unless the learner has another class at that time by now.
 * One that was paid stays what it was.
 */
export const setPaidAfterAll = (tx: Tx, lessonId: string, feePaise: number, minutes: number) =>
  sql`update lesson l set fee_paise = ${feePaise}, minutes = ${minutes}, settled_at = coalesce(settled_at, now()),
    status = case when settled_at is not null then status
      when exists (select from class_record r where r.lesson_id = l.id) and not exists (select from lesson o where o.learner_id = l.learner_id
        and o.id <> l.id and o.status in ('scheduled', 'held') and o.during && l.during) then 'held' else 'missed_by_family' end
    where id = ${lessonId}`.execute(tx)

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
