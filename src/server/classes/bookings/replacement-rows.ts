import { type RawBuilder, sql } from 'kysely'
import { bookingLifecycle } from '#contract/classes/lifecycles.ts'
import { defaultPolicy } from '#contract/classes/limits.ts'
import type { Plan } from '#contract/classes/plans.ts'
import type { ClassMode, Subject, Weekday } from '#contract/reference/catalogue.ts'
import { firstName } from '#contract/wire/names.ts'
import { balanceOf, type Part, transferablePaise } from '#server/classes/lessons/lessons.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { guaranteeOf } from './guarantee-rows.ts'

/** A booking with the balance a replacement would take over. */
export type ReplaceableBooking = {
  bookingId: string
  orderId: string
  familyId: string
  learnerId: string
  mentorId: string
  plan: Plan
  mode: ClassMode
  subject: Subject
  grade: string | null
  isOpen: boolean
  /** Monthly price at purchase, and for packages the fraction of the full price that was paid. */
  monthlyPaise: number
  priceShare: number
  minutes: number
  /** Latest replacement. */
  replacedBy: { id: string; mentorId: string } | null
  /** Every mentor in the replacement chain. */
  mentors: string[]
  balancePaise: number
  /** First lesson with this mentor while its fee is refundable. */
  guarantee: { lesson: string; fee: number; until: string } | null
  /** Lessons that stay with this booking: settled; begun and unsettled; disputed; reported as missed. */
  settled: Part
  waiting: Part
  disputed: Part
  missed: Part
}

/** Reads a family's booking; null for others. `now()` decides what has begun, so reads in one transaction agree. */
export async function replaceableBooking(
  db: Db,
  bookingId: string,
  familyId: string,
): Promise<ReplaceableBooking | null> {
  type Row = Omit<ReplaceableBooking, 'balancePaise' | 'settled' | 'waiting' | 'disputed' | 'missed'>
  const { rows } = await sql<Row>`
    with recursive chain as (
      select id, replaces, mentor_id from booking where id = ${bookingId}
      union all select b.id, b.replaces, b.mentor_id from booking b join chain c on b.id = c.replaces)
    select b.id as "bookingId", b.order_id as "orderId", b.family_id as "familyId", b.learner_id as "learnerId", b.mentor_id as "mentorId", b.plan,
      b.mode, b.subject, coalesce(b.grade, p.grade) as grade, b.status in ('pending_schedule', 'scheduled') as "isOpen", b.minutes,
      coalesce((b.terms ->> 'monthlyPricePaise')::int, o.price_paise) as "monthlyPaise",
      (o.price_paise::float8 / coalesce((o.terms ->> 'fullPricePaise')::int, o.price_paise)) as "priceShare",
      (select jsonb_build_object('id', n.id, 'mentorId', n.mentor_id) from booking n where n.replaces = b.id) as "replacedBy",
      array(select mentor_id::text from chain) as mentors,
      ${guaranteeOf} as guarantee
    from booking b join payment_order o on o.id = b.order_id join learner p on p.id = b.learner_id
    where b.id = ${bookingId} and b.family_id = ${familyId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const balance = await balanceOf(db, bookingId)
  const { settled, waiting, disputed, reported } = balance
  return { ...row, balancePaise: transferablePaise(balance), settled, waiting, disputed, missed: reported }
}

/** Ends a replaced booking: completed when everything taught is settled, otherwise cancelled. */
export async function endReplaced(tx: Transaction, bookingId: string): Promise<void> {
  const { settled, disputed, reported, waiting } = await balanceOf(tx, bookingId)
  const isTaught = disputed.classes + reported.classes + waiting.classes === 0 && settled.minutes > 0
  const move = isTaught ? 'complete' : 'cancel'
  await sql`
    update booking set status = ${bookingLifecycle.target(move)}, minutes = coalesce(${isTaught ? settled.minutes : null}::int, minutes)
    where id = ${bookingId} and status = any(${bookingLifecycle.from(move)})`.execute(tx)
}

export type NewReplacement = {
  mentorId: string
  monthlyPaise: number
  pricePaise: number
  minutes: number
  wishes: { days: Weekday[]; time?: string } | null
}

/** Inserts the replacement booking with the transferred balance, same learner and terms. The new mentor gets no surname. */
export async function insertReplacement(
  tx: Transaction,
  bookingId: string,
  replacement: NewReplacement,
): Promise<string> {
  const replaced = await tx
    .selectFrom('booking')
    .select('student_name as studentName')
    .where('id', '=', bookingId)
    .executeTakeFirst()
  const json = (value: unknown): RawBuilder<unknown> => sql`${value === null ? null : JSON.stringify(value)}::jsonb`
  const { rows } = await sql<{ id: string }>`
    insert into booking (order_id, family_id, mentor_id, learner_id, plan, mode, subject, grade, minutes, price_paise, duration_days, terms,
      schedule_by, student_name, class_name, school, address, wishes, replaces)
    select order_id, family_id, ${replacement.mentorId}, learner_id, plan, mode, subject, grade, ${replacement.minutes}, ${replacement.pricePaise}, duration_days,
      terms || ${json({ monthlyPricePaise: replacement.monthlyPaise })}, now() + make_interval(days => coalesce((terms ->> 'scheduleWithinDays')::int, ${defaultPolicy.scheduleWithinDays}::int)),
      ${replaced?.studentName ? firstName(replaced.studentName) : null}, class_name, school, address, ${json(replacement.wishes)}, id
    from booking where id = ${bookingId} returning id`.execute(tx)
  if (!rows[0]) throw new Error('inserting a replacement returned no row')
  return rows[0].id
}
