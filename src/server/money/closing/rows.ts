import { type RawBuilder, sql } from 'kysely'
import type { BooksMonth } from '#contract/money/closing.ts'
import type { AccountKind, Journal } from '#server/ledger/ledger.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

const inIndia = (at: RawBuilder<unknown>) => sql`(${at})::timestamp at time zone 'Asia/Kolkata'`

type MonthRow = Omit<BooksMonth, 'closedAt'> & { closedAt: Date | null }
/**
 * A month ends a day before it can be closed, so that no transaction begun in it is still running. Its days have been checked
 * with the gateway in use; nobody can check with a former one.
 */
const months = (gateway: string) => sql`
  select to_char(m.month, 'YYYY-MM') as month, c.closed_at as "closedAt",
    (select a.name from admin_user a where a.account_id = c.closed_by) as "closedBy",
    case when c.month is not null then null
      when now() < ${inIndia(sql`m.month + interval '1 month 1 day'`)} then 'not-over'
      when m.month > f.month and not exists (select from month_closing b where b.month = (m.month - interval '1 month')::date)
        then 'earlier-open'
      when not exists (select from gateway_check k where k.gateway = ${gateway} and k.status = 'done'
          and k.until_day >= (m.month + interval '1 month')::date - 1) then 'unchecked'
      when exists (select from gateway_discrepancy d where d.resolved_at is null
          and d.about_at < ${inIndia(sql`m.month + interval '1 month'`)}) then 'differences'
    end as obstacle
  from (select date_trunc('month', min(at) at time zone 'Asia/Kolkata')::date as month from journal) f
    cross join lateral (select s::date as month from generate_series(f.month::timestamp,
      date_trunc('month', now() at time zone 'Asia/Kolkata'), interval '1 month') s) m
    left join month_closing c on c.month = m.month`

const toMonth = ({ closedAt, ...rest }: MonthRow): BooksMonth => ({
  ...rest,
  closedAt: closedAt?.toISOString() ?? null,
})

/** Newest months first; none before the first journal. */
export async function newestMonths(db: Db, gateway: string, limit: number): Promise<BooksMonth[]> {
  const { rows } = await sql<MonthRow>`${months(gateway)} order by m.month desc limit ${limit}`.execute(db)
  return rows.map(toMonth)
}

export async function monthState(db: Db, gateway: string, month: string): Promise<BooksMonth | null> {
  const { rows } = await sql<MonthRow>`${months(gateway)} where m.month = ${`${month}-01`}::date`.execute(db)
  return rows[0] ? toMonth(rows[0]) : null
}

/** @returns whether this call closed it */
export async function insertClosing(tx: Transaction, month: string, accountId: string): Promise<boolean> {
  const row = await tx
    .insertInto('month_closing')
    .values({ month: `${month}-01`, closed_by: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('month')
    .executeTakeFirst()
  return row !== undefined
}

export type VoucherLine = { day: string; kind: Journal['kind']; account: AccountKind; paise: number }

/** Sums of a month by day, kind of journal and account, in order. The lines of a day and kind sum to zero. */
export async function voucherLines(db: Db, month: string): Promise<VoucherLine[]> {
  const first = sql`${`${month}-01`}::date`
  const { rows } = await sql<VoucherLine>`
    select to_char(j.at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, j.kind, a.kind as account, sum(e.amount_paise)::int8 as paise
    from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
    where j.at >= ${inIndia(first)} and j.at < ${inIndia(sql`${first} + interval '1 month'`)}
    group by 1, 2, 3 having sum(e.amount_paise) <> 0 order by 1, 2, 3`.execute(db)
  return rows
}

/** Accounts with open items. All but the gateway's are owed by us and have credit balances. */
const agedAccounts = [
  'gateway_receivable',
  'family_prepaid',
  'family_credit',
  'mentor_payable',
  'transfers_payable',
  'refunds_payable',
  'held_in_dispute',
  'gst',
  'tds',
  'tcs',
] as const satisfies readonly AccountKind[]

type AgedRow = { account: AccountKind; total: number; within3: number; within7: number; within30: number }

/**
 * Balances by age in paise: in each account payments clear the oldest entries first. `within7` contains
 * `within3`, and `within30` both.
 */
export async function agedBalances(db: Db): Promise<AgedRow[]> {
  const { rows } = await sql<AgedRow>`
    with recent as (
      select e.account_id as id, sum(abs(e.amount_paise)) filter (where j.at >= now() - interval '3 days') as d3,
        sum(abs(e.amount_paise)) filter (where j.at >= now() - interval '7 days') as d7, sum(abs(e.amount_paise)) as d30
      from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
      where j.at >= now() - interval '30 days' and sign(e.amount_paise) = sign(a.balance_paise) and a.kind = any(${[...agedAccounts]})
      group by 1),
    open as (select a.kind, a.id, abs(a.balance_paise) as paise,
        sign(a.balance_paise) * case a.kind when 'gateway_receivable' then 1 else -1 end as way
      from ledger_account a where a.balance_paise <> 0 and a.kind = any(${[...agedAccounts]}))
    select o.kind as account, sum(o.way * o.paise)::int8 as total,
      sum(o.way * least(o.paise, coalesce(r.d3, 0)))::int8 as within3, sum(o.way * least(o.paise, coalesce(r.d7, 0)))::int8 as within7,
      sum(o.way * least(o.paise, coalesce(r.d30, 0)))::int8 as within30
    from open o left join recent r on r.id = o.id
    group by 1 order by array_position(${[...agedAccounts]}::text[], o.kind)`.execute(db)
  return rows
}

type TransitRow = { day: string | null; paise: number }

/**
 * The gateway's balance by the day of the payments in it, newest first: transfers to the bank take the oldest. Below zero
 * it is one row, which the next transfer deducts.
 */
export async function transitDays(db: Db): Promise<TransitRow[]> {
  const { rows } = await sql<TransitRow>`
    with held as (select id, balance_paise as paise from ledger_account where kind = 'gateway_receivable'),
    days as (select (j.at at time zone 'Asia/Kolkata')::date as day, sum(e.amount_paise) as paise
      from held h join ledger_entry e on e.account_id = h.id join journal j on j.id = e.journal_id
      where j.at >= now() - interval '30 days' and e.amount_paise > 0 group by 1),
    running as (select day, paise, sum(paise) over (order by day desc) - paise as before from days),
    parts as (select r.day, least(r.paise, h.paise - r.before) as paise from running r cross join held h where h.paise > r.before)
    select to_char(day, 'YYYY-MM-DD') as day, paise::int8 as paise from parts
    union all select null, (h.paise - coalesce((select sum(paise) from parts), 0))::int8 from held h
      where h.paise <> coalesce((select sum(paise) from parts), 0)
    order by day desc nulls last`.execute(db)
  return rows
}
