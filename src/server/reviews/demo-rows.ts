import { sql } from 'kysely'
import { type Subject, subjectName } from '#contract/reference/catalogue.ts'
import type { DemoAnswer } from '#contract/reviews/limits.ts'
import type { DemoOutcome } from '#contract/reviews/review-moderation.ts'
import type { Side } from '#server/classes/bookings/bookings.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

/** Whether a demo was held and is not disputed. */
export async function isDemoHeld(tx: Transaction, bookingId: string): Promise<boolean> {
  const lesson = await tx
    .selectFrom('lesson')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('state', 'in', ['held', 'settled'])
    .limit(1)
    .executeTakeFirst()
  return lesson !== undefined
}

export const upsertDemoOutcome = (tx: Transaction, bookingId: string, side: Side, answer: DemoAnswer, words: string) =>
  sql`insert into demo_outcome (booking_id, side, answer, words) values (${bookingId}, ${side}, ${answer}, ${words})
    on conflict (booking_id, side) do update set answer = excluded.answer, words = excluded.words, answered_at = now()
      where (demo_outcome.answer, demo_outcome.words) is distinct from (excluded.answer, excluded.words)`.execute(tx)

/** Position in the list. The time is text, because a Date has milliseconds only. */
export type OutcomeCursor = { at: string; booking: string; side: string }
type Row = Omit<DemoOutcome, 'subject' | 'answeredAt'> & { subject: Subject; answeredAt: Date; at: string }

/** One page of demo outcomes after a cursor, newest first. */
export async function listOutcomes(db: Db, after: OutcomeCursor | null, limit: number) {
  const afterCursor = after
    ? sql`where (d.answered_at, d.booking_id, d.side) < (${after.at}::timestamptz, ${after.booking}::uuid, ${after.side})`
    : sql``
  const { rows } = await sql<Row>`
    select d.booking_id as booking, o.number as order, b.subject, f.name as "familyName", d.side, d.answer, d.words, d.answered_at as "answeredAt",
      d.answered_at::text as at, jsonb_build_object('_id', m.id, 'fullName', m.full_name) as mentor
    from demo_outcome d join booking b on b.id = d.booking_id join payment_order o on o.id = b.order_id join mentor m on m.id = b.mentor_id
      join family f on f.id = b.family_id ${afterCursor}
    order by d.answered_at desc, d.booking_id desc, d.side desc limit ${limit + 1}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::int as n from demo_outcome`.execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map(({ at: _, subject, answeredAt, ...rest }) => ({
      ...rest,
      subject: subjectName(subject, 'en'),
      answeredAt: answeredAt.toISOString(),
    })),
    next: rows.length > limit && last ? { at: last.at, booking: last.booking, side: last.side } : null,
    total: counted.rows[0]?.n ?? 0,
  }
}
