import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** The most that a mentor owes, and the share of an order's price that its credits are at most, by the published terms. */
const mostOwedPaise = 200_000
const share = sql`0.5`

/**
 * What the published limits left at a moment for the credit of one class: half of its order's price less the order's
 * other credits and those that open reports and disputes promise, and what its mentor may still owe.
 */
const creditLeft = (lesson: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`(
  select least(round(ordered.price_paise * ${share}) - (
      select coalesce(sum(coalesce(given.paise, promised.compensation_paise)), 0) from booking bought join lesson other on other.booking_id = bought.id and other.id <> own.id
        join lesson_change promised on promised.lesson_id = other.id and promised.caused_by = 'mentor' and promised.made_at < ${at}
        left join compensation given on given.lesson_id = other.id and given.given_at < ${at} and (given.reversed_at is null or given.reversed_at > ${at})
      where bought.order_id = ordered.order_id and (given.id is not null or promised.ended_at is null or promised.ended_at > ${at}
        or promised.status = 'objected' and exists (select from dispute d where d.id = promised.dispute_id and (d.ended_at is null or d.ended_at > ${at})))),
    ${mostOwedPaise} - (select coalesce(sum(entry.amount_paise), 0) from ledger_account debt join ledger_entry entry on entry.account_id = debt.id
      join journal moved on moved.id = entry.journal_id where debt.kind = 'mentor_debt' and debt.owner_id = booked.mentor_id and moved.at < ${at}))
  from lesson own join booking booked on booked.id = own.booking_id join booking ordered on ordered.order_id = booked.order_id and ordered.replaces is null
  where own.id = ${lesson})`

/** What the limits leave now for the credit of a class. */
export async function creditLeftNow(db: Db, lesson: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select greatest(0, ${creditLeft(sql`${lesson}::uuid`, sql`now()`)})::int as paise`.execute(db)
  return rows[0]?.paise ?? 0
}

/** Credits of the last days that no change of a mentor caused, or that are not half of the fee or what the limits left of it. */
export const wrongCredits = sql`
  select c.lesson_id || ': ' || c.paise from compensation c join lesson l on l.id = c.lesson_id
    left join lesson_change told on told.lesson_id = l.id and told.caused_by = 'mentor' and told.status <> 'withdrawn'
  where c.given_at > now() - interval '2 days' and l.fee_paise > 0
    and (told.id is null
      or c.paise <> least(round(l.fee_paise * ${share}), ${creditLeft(sql`l.id`, sql`told.made_at`)}, ${creditLeft(sql`l.id`, sql`c.given_at`)}))`

/** Orders with a new credit whose credits exceed half of their price. */
export const excessiveCredits = sql`
  select f.order_id || ': ' || sum(c.paise) || ' of ' || f.price_paise from booking f join booking b on b.order_id = f.order_id
    join lesson l on l.booking_id = b.id join compensation c on c.lesson_id = l.id and c.reversed_at is null
  where f.replaces is null and f.order_id in (select n.order_id from compensation m join lesson k on k.id = m.lesson_id
    join booking n on n.id = k.booking_id where m.given_at > now() - interval '2 days')
  group by f.order_id, f.price_paise having sum(c.paise) > round(f.price_paise * ${share})`
