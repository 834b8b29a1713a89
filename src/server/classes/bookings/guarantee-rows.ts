import { sql } from 'kysely'
import { defaultPolicy, guaranteeLimit } from '#contract/classes/limits.ts'
import { moveLesson } from '#server/classes/lessons/lessons.ts'
import type { Transaction } from '#server/platform/database.ts'
import { isFirst } from './answer-rows.ts'

/**
 * The first class of booking `b`'s family with its mentor, as long as its fee may go back: held, not settled, nobody said anything
 * else of it, and the hours of the booking's own terms are not over. Once for a family and a mentor, and not with one mentor
 * after the other; not of a demo whose money paid a month.
 */
export const guaranteeOf = sql<{ lesson: string; fee: number; until: string } | null>`(
  select jsonb_build_object('lesson', l.id, 'fee', l.fee_paise / 100.0, 'until', until.at)
  from lesson l join class_record r on r.lesson_id = l.id
    cross join lateral (select case when r.parent_tick and r.code_at is null then l.ends_at else greatest(l.ends_at, r.marked_at) end
      + make_interval(hours => coalesce((b.terms ->> 'guaranteeHours')::int, ${defaultPolicy.guaranteeHours}::int)) as at) as until
  where l.booking_id = b.id and l.state = 'held' and l.fee_paise > 0 and until.at > now()
    and not exists (select from guarantee g where g.family_id = b.family_id and g.mentor_id = b.mentor_id)
    and (select count(*) from guarantee g where g.family_id = b.family_id
      and g.used_at > now() - make_interval(days => ${guaranteeLimit.days}::int)) < ${guaranteeLimit.times}::int
    and ${isFirst}
    and not (b.plan = 'demo' and exists (select from payment_order u where u.family_id = b.family_id and u.learner_id = b.learner_id
      and u.mentor_id = b.mentor_id and subject_now(u.subject) = subject_now(b.subject) and u.promotion_used))
  limit 1)`

export type Guaranteed = {
  lessonId: string
  slotId: string
  bookingId: string
  familyId: string
  mentorId: string
  feePaise: number
}

/** The same of a locked booking, for whom it concerns; null when there is nothing to give back. */
export async function guaranteedOf(tx: Transaction, bookingId: string): Promise<Guaranteed | null> {
  const { rows } = await sql<Guaranteed>`
    select l.id as "lessonId", l.slot_id as "slotId", b.id as "bookingId", b.family_id as "familyId", b.mentor_id as "mentorId", l.fee_paise as "feePaise"
    from booking b cross join lateral (select ${guaranteeOf} as is) g join lesson l on l.id = (g.is ->> 'lesson')::uuid
    where b.id = ${bookingId}`.execute(tx)
  return rows[0] ?? null
}

/** The class costs nothing and uses nothing of the plan: its fee is the family's again. */
export async function giveFeeBack(tx: Transaction, one: Guaranteed, kind: 'refund' | 'replacement'): Promise<void> {
  await sql`insert into guarantee (family_id, mentor_id, lesson_id, kind, amount_paise)
    values (${one.familyId}, ${one.mentorId}, ${one.lessonId}, ${kind}, ${one.feePaise})`.execute(tx)
  await moveLesson(tx, one.lessonId, 'refundByGuarantee')
}

/** What the guarantee gave back of a class before, with the booking that went on from its own. */
export async function givenBack(tx: Transaction, lessonId: string, familyId: string) {
  const { rows } = await sql<{ kind: 'refund' | 'replacement'; amountPaise: number }>`
    select kind, amount_paise as "amountPaise" from guarantee where lesson_id = ${lessonId} and family_id = ${familyId}`.execute(
    tx,
  )
  return rows[0] ?? null
}
