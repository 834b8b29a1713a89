import { sql } from 'kysely'
import type { Sim } from '../sim.ts'
import type { Faults } from './ask.ts'
import { excessiveCredits, wrongCredits } from './credits.ts'

/** Of the last two days only: older journals cannot change, because the ledger is append-only. */
const recent = sql`j.at > now() - interval '2 days'`

/**
 * Commission of the last months by mentor and month in India, less what was returned: a correction has no line of a mentor who was
 * paid already.
 */
const charged = sql`
  select b.mentor_id, date_trunc('month', j.at at time zone 'Asia/Kolkata')::date as month, -sum(c.amount_paise) as paise
  from journal j left join dispute d on j.kind = 'correction' and d.id = j.subject_id
    join lesson l on l.id = coalesce(d.lesson_id, j.subject_id) join booking b on b.id = l.booking_id
    join ledger_entry c on c.journal_id = j.id join ledger_account k on k.id = c.account_id and k.kind = 'commission'
  where j.kind in ('lesson', 'correction') and j.at between now() - interval '70 days' and now() group by 1, 2`

/** Money by the rules of product.md, added up from the ledger's entries alone. */
export const money: Faults = {
  'an event moves as much in as out': sql`
    select j.kind || ' ' || j.id from journal j join ledger_entry e on e.journal_id = j.id
    where ${recent} group by j.id having sum(e.amount_paise) <> 0`,
  'the accounts add up to nothing': sql`
    select sum(balance_paise)::text from ledger_account having sum(balance_paise) <> 0`,
  'TDS is none, a tenth of a percent or five percent, TCS none or half a percent': sql`
    select f.id || ': fee ' || f.fee || ', TDS ' || f.tds || ', TCS ' || f.tcs from (
      select j.id, sum(e.amount_paise) filter (where a.kind in ('family_prepaid', 'held_in_dispute')) as fee,
        -coalesce(sum(e.amount_paise) filter (where a.kind = 'tds'), 0) as tds,
        -coalesce(sum(e.amount_paise) filter (where a.kind = 'tcs'), 0) as tcs
      from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
      where j.kind = 'lesson' and ${recent} group by j.id) f
    where f.tds < 0 or f.tds > ceil(f.fee * 0.05) or f.tcs not between 0 and ceil(f.fee * 0.005)`,
  'a finished plan was taught, charged or given back in full': sql`
    select b.id || ': price ' || b.price_paise || ', back ' || b.refunded_paise || ', used ' || l.used from booking b
      cross join lateral (select coalesce(sum(fee_paise) filter (where settled_at is not null), 0) as used,
        count(*) filter (where status = 'held' and settled_at is null) as open, max(settled_at) as at from lesson where booking_id = b.id) l
    where b.status = 'completed' and b.id in (select booking_id from lesson where settled_at > now() - interval '3 days' and starts_at > now() - interval '60 days') and l.open = 0 and l.at > now() - interval '3 days'
      and b.price_paise <> b.refunded_paise + l.used
      and not exists (select from dispute d join lesson x on x.id = d.lesson_id where x.booking_id = b.id)`,
  // Deductions count whatever their day.
  'a payout pays earnings of its days only': sql`
    select p.id || ' until ' || b.until from payout p join payout_batch b on b.id = p.batch_id join payout_entry x on x.payout_id = p.id
      join ledger_entry e on e.id = x.entry_id join journal j on j.id = e.journal_id
    where b.made_at > now() - interval '10 days' and e.amount_paise < 0 and (j.at at time zone 'Asia/Kolkata')::date > b.until`,
  'a payout goes to an account that the bank has proven and that is a day old': sql`
    select p.id || ' ' || a.status from payout p join payout_batch b on b.id = p.batch_id join payout_account a on a.id = p.account_id
    where p.status = 'paid' and b.ended_at > now() - interval '2 days' and (a.status <> 'proven' or a.created_at > b.made_at - interval '24 hours')`,
  'nobody pays a batch of their own within a day': sql`
    select id::text from payout_batch where status = 'paid' and made_by = ended_by and ended_at < made_at + interval '24 hours'`,
  'a mentor who came late or not at all owes what the terms say': wrongCredits,
  'the credits of an order are at most half of its price': excessiveCredits,
  'an invoice has the commission of its month in India': sql`
    select i.number || ': ' || (i.printed ->> 'commissionPaise') || ' invoiced, ' || m.paise || ' charged' from commission_invoice i
      left join (${charged}) m on m.mentor_id = i.mentor_id and m.month = i.month
    where i.issued_at > now() - interval '2 days' and (i.printed ->> 'commissionPaise')::bigint is distinct from m.paise`,
  'a mentor with a debt pays it from the next class': sql`
    select j.subject_id::text from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id and a.kind = 'mentor_payable'
    where j.kind = 'lesson' and ${recent} and e.amount_paise < 0 and not exists (select from journal c where c.kind = 'collection' and c.subject_id = j.subject_id)
      and (select coalesce(sum(x.amount_paise), 0) from ledger_entry x join ledger_account d on d.id = x.account_id and d.kind = 'mentor_debt' and d.owner_id = a.owner_id
        join journal k on k.id = x.journal_id and k.at < j.at) > 0`,
  'the commission of a month is invoiced': sql`
    select m.mentor_id || ' ' || m.month || ': ' || m.paise from (${charged}) m
    where m.paise > 0 and m.month + interval '1 month 2 days' < now() at time zone 'Asia/Kolkata'
      and m.month > (now() - interval '65 days') at time zone 'Asia/Kolkata'
      and not exists (select from commission_invoice i where i.mentor_id = m.mentor_id and i.month = m.month)`,
}

/** The same, for which the whole history is read. */
export const history: Faults = {
  'what was paid with credit is credit again when all that was paid has gone back': sql`
    select o.number || ': ' || b.paise from payment_order o cross join lateral (select sum(v.unused_paise) as paise, bool_and(v.status in ('cancelled', 'completed')) as has_ended
        from booking_balance v where v.order_id = o.id) b
    where o.credit_paise > 0 and o.status = 'paid' and b.has_ended and b.paise > 0 and (select coalesce(sum(r.amount_paise), 0) from refund r
      where r.order_id = o.id and r.kind <> 'owed' and r.status = 'settled') = o.amount_paise`,
  'the demo is deducted once': sql`
    select family_id || ' ' || mentor_id || ' ' || sum(promotion_paise) from payment_order o where status = 'paid' and promotion_used and promotion_paise > 0
      and exists (select from booking b where b.order_id = o.id) group by family_id, learner_id, mentor_id, subject having count(*) > 1`,
  'earnings wait for the next payout or were paid': sql`
    select a.owner_id || ': ' || -a.balance_paise || ' owed, ' || s.free || ' free and ' || s.open || ' in a batch' from ledger_account a cross join lateral (
      select coalesce(-sum(e.amount_paise) filter (where p.id is null or p.status in ('left_out', 'undone')), 0) as free,
        coalesce(-sum(e.amount_paise) filter (where p.status = 'open'), 0) as open
      from ledger_entry e join journal j on j.id = e.journal_id left join payout_entry x on x.entry_id = e.id left join payout p on p.id = x.payout_id
      where e.account_id = a.id and j.kind <> 'payout') s
    where a.kind = 'mentor_payable' and -a.balance_paise <> s.free + s.open`,
}

/** The bank's statement, as the bank keeps it, against our account of it. */
export async function bankFaults({ market, bank }: Sim): Promise<string[]> {
  const { rows } = await sql<{
    paise: number
  }>`select coalesce(sum(balance_paise), 0)::bigint as paise from ledger_account where kind = 'bank'`.execute(market.db)
  const known = await sql<{ id: string }>`select gateway_settlement_id as id from gateway_settlement`.execute(market.db)
  const booked = known.rows.reduce((sum, { id }) => sum + (bank.settlements.get(id) ?? Number.NaN), 0)
  const expected = booked + bank.deposited - bank.paidOut
  const faults =
    rows[0]?.paise === expected ? [] : [`our books have ${rows[0]?.paise} at the bank, the bank ${expected}`]
  // Known the next morning.
  const late = bank.settlements.size - known.rows.length
  if (late <= 2) return faults
  const checks = await sql<{ text: string }>`
    select until_day || ' ' || status || ' ' || problem as text from gateway_check order by made_at desc limit 4`.execute(
    market.db,
  )
  return [
    ...faults,
    `${late} settlements of the gateway are not booked; checks: ${checks.rows.map(({ text }) => text).join(', ')}`,
  ]
}

type Fee = { lesson: string; day: string; fee: number; commission: number; gst: number }

/**
 * The commission of each class settled lately is the percentage of its day, or of its charge if that came earlier, as after a late
 * cancellation. GST is 18% of that.
 */
export async function commissionFaults({ market, rates }: Sim): Promise<string[]> {
  const { rows } = await sql<Fee>`
    select l.id as lesson, to_char(least(l.starts_at, min(j.at)) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
      sum(e.amount_paise) filter (where a.kind in ('family_prepaid', 'held_in_dispute')) as fee,
      -coalesce(sum(e.amount_paise) filter (where a.kind = 'commission'), 0) as commission,
      -coalesce(sum(e.amount_paise) filter (where a.kind = 'gst'), 0) as gst
    from journal j join lesson l on l.id = j.subject_id join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
    where j.kind = 'lesson' and ${recent} group by l.id`.execute(market.db)
  return rows.flatMap(({ lesson, day, fee, commission, gst }) => {
    const percent = rates.findLast(({ from }) => from <= day)?.commission ?? 10
    const due = Math.round((fee * percent) / 100)
    const tax = Math.round(due * 0.18)
    return commission === due && gst === tax
      ? []
      : [`${lesson} of ${day}: ${commission} and ${gst} of ${fee}, ${due} and ${tax} are due`]
  })
}
