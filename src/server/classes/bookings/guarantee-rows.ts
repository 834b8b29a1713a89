import { sql } from 'kysely'
import { defaultPolicy, guaranteeLimit } from '#contract/classes/limits.ts'
import { isCreditUsed, moveLesson } from '#server/classes/lessons/lessons.ts'
import type { Transaction } from '#server/platform/database.ts'
import { isFirstHeld } from './first-lesson-rows.ts'

/**
 * First lesson of booking `b`'s family with its mentor while its fee is refundable: held, not settled, not disputed,
 * and within the booking's `guaranteeHours`. Once for each family and mentor, limited by `guaranteeLimit`; demos
 * deducted from a month are excluded.
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
    and ${isFirstHeld}
    and not ${isCreditUsed}
  limit 1)`

type GuaranteedLesson = {
  lessonId: string
  slotId: string
  bookingId: string
  familyId: string
  mentorId: string
  feePaise: number
}

/** Guarantee of a locked booking with its ids; null when there is none. */
export async function guaranteedLesson(tx: Transaction, bookingId: string): Promise<GuaranteedLesson | null> {
  const { rows } = await sql<GuaranteedLesson>`
    select l.id as "lessonId", l.slot_id as "slotId", b.id as "bookingId", b.family_id as "familyId", b.mentor_id as "mentorId", l.fee_paise as "feePaise"
    from booking b cross join lateral (select ${guaranteeOf} as is) g join lesson l on l.id = (g.is ->> 'lesson')::uuid
    where b.id = ${bookingId}`.execute(tx)
  return rows[0] ?? null
}

/** Stores the guarantee and waives the lesson's fee and minutes. */
export async function refundByGuarantee(
  tx: Transaction,
  guaranteed: GuaranteedLesson,
  kind: 'refund' | 'replacement',
): Promise<void> {
  const { familyId, mentorId, lessonId, feePaise } = guaranteed
  await tx
    .insertInto('guarantee')
    .values({ family_id: familyId, mentor_id: mentorId, lesson_id: lessonId, kind, amount_paise: feePaise })
    .execute()
  await moveLesson(tx, guaranteed.lessonId, 'refundByGuarantee')
}

/** Earlier guarantee of this lesson. */
export async function usedGuarantee(tx: Transaction, lessonId: string, familyId: string) {
  const used = await tx
    .selectFrom('guarantee')
    .select(['kind', 'amount_paise as amountPaise'])
    .where('lesson_id', '=', lessonId)
    .where('family_id', '=', familyId)
    .$castTo<{ kind: 'refund' | 'replacement'; amountPaise: number }>()
    .executeTakeFirst()
  return used ?? null
}
