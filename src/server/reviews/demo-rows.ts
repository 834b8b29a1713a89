import { type Kysely, sql } from 'kysely'
import { type Subject, subjectName } from '#contract/reference/catalogue.ts'
import type { DemoAnswer } from '#contract/reviews/limits.ts'
import type { DemoOutcome } from '#contract/reviews/review-moderation.ts'
import type { Side } from '#server/classes/bookings/bookings.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

/** Whether a demo was marked as held and nobody reported it. */
export async function isDemoHeld(tx: Transaction, bookingId: string): Promise<boolean> {
  const { rows } =
    await sql`select from lesson where booking_id = ${bookingId} and state in ('held', 'settled') limit 1`.execute(tx)
  return rows.length > 0
}

export const putAnswer = (tx: Transaction, bookingId: string, side: Side, answer: DemoAnswer, words: string) =>
  sql`insert into demo_outcome (booking_id, side, answer, words) values (${bookingId}, ${side}, ${answer}, ${words})
    on conflict (booking_id, side) do update set answer = excluded.answer, words = excluded.words, answered_at = now()
      where (demo_outcome.answer, demo_outcome.words) is distinct from (excluded.answer, excluded.words)`.execute(tx)

/** The place of an answer in the list; the time as text, because a Date keeps milliseconds only. */
export type Place = { at: string; booking: string; side: string }
type Row = Omit<DemoOutcome, 'subject' | 'answeredAt'> & { subject: Subject; answeredAt: Date; at: string }

/** One page of answers after a place, the newest first. */
export async function listOutcomes(db: Db, after: Place | null, limit: number) {
  const place = after
    ? sql`where (d.answered_at, d.booking_id, d.side) < (${after.at}::timestamptz, ${after.booking}::uuid, ${after.side})`
    : sql``
  const { rows } = await sql<Row>`
    select d.booking_id as booking, o.number as order, b.subject, f.name as "familyName", d.side, d.answer, d.words, d.answered_at as "answeredAt",
      d.answered_at::text as at, jsonb_build_object('_id', m.id, 'fullName', m.full_name) as mentor
    from demo_outcome d join booking b on b.id = d.booking_id join payment_order o on o.id = b.order_id join mentor m on m.id = b.mentor_id
      join family f on f.id = b.family_id ${place}
    order by d.answered_at desc, d.booking_id desc, d.side desc limit ${limit + 1}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::int as n from demo_outcome`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(({ at: _, subject, answeredAt, ...rest }) => ({
      ...rest,
      subject: subjectName(subject, 'en'),
      answeredAt: answeredAt.toISOString(),
    })),
    next: rows.length > limit && last ? { at: last.at, booking: last.booking, side: last.side } : null,
    total: counted.rows[0]?.n ?? 0,
  }
}
