import { type Kysely, type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

/** The gateway's transactions: positive for payments, negative for completed refunds. */
export type GatewayBook = { orderId: string; amountPaise: number }[]

/** Allowed status moves; every other move is a step back. */
const moves: Record<string, Record<string, string[]>> = {
  payment_order: { created: ['paid', 'failed', 'expired'], failed: ['paid'], expired: ['paid'] },
  // Razorpay may authorise a failed payment late; only success is final.
  payment: {
    PENDING: ['SUCCESS', 'FAILED', 'USER_DROPPED'],
    FAILED: ['PENDING', 'SUCCESS', 'USER_DROPPED'],
    USER_DROPPED: ['PENDING', 'SUCCESS', 'FAILED'],
  },
  refund: { requested: ['approved', 'declined'], approved: ['sent'], sent: ['settled', 'failed'] },
  booking: { pending_schedule: ['scheduled', 'cancelled'], scheduled: ['completed', 'cancelled'] },
  // A lesson that is being rescheduled leaves its old time and comes back.
  lesson: {
    scheduled: ['held', 'missed_by_mentor', 'missed_by_family', 'cancelled', 'moved'],
    moved: ['scheduled'],
    held: ['held, settled', 'missed_by_mentor', 'missed_by_family', 'cancelled'],
    // An admin refunded the whole class.
    'held, settled': ['missed_by_mentor'],
    // Late cancellation or family no-show: a partial charge, which an admin may refund.
    cancelled: ['cancelled, settled'],
    missed_by_family: ['missed_by_family, settled', 'missed_by_mentor'],
    // An appeal may reverse a decision.
    missed_by_mentor: ['missed_by_family', 'missed_by_family, settled', 'held, settled'],
    'cancelled, settled': ['cancelled'],
    'missed_by_family, settled': ['cancelled', 'missed_by_mentor'],
  },
  lesson_change: { open: ['done', 'objected', 'withdrawn'] },
  time_proposal: { open: ['accepted', 'declined', 'withdrawn'] },
  dispute: { open: ['withdrawn', 'decided'] },
  payout: { open: ['paid', 'left_out', 'undone'] },
  payout_batch: { open: ['paid', 'undone'] },
  transfer: { due: ['sent', 'settled', 'failed'], sent: ['settled', 'failed'], settled: ['failed'] },
}

/** Records every status change from now on, for `expectBooks`. Call once per database. */
export async function watchMoves(db: Db): Promise<void> {
  const triggers = Object.keys(moves).map(
    (table) => `create trigger oracle_watches after update on ${table} for each row execute function oracle.watch();`,
  )
  await sql
    .raw(`create schema oracle;
    create table oracle.move (id bigint generated always as identity, "table" text, row_id text, before text, after text);
    create function oracle.state_of(one jsonb) returns text immutable language sql
      return (one ->> 'status') || case when one ->> 'settled_at' is null then '' else ', settled' end;
    create function oracle.watch() returns trigger language plpgsql as $$
    begin
      if oracle.state_of(to_jsonb(new)) is distinct from oracle.state_of(to_jsonb(old)) then
        insert into oracle.move ("table", row_id, before, after)
          values (tg_table_name, new.id, oracle.state_of(to_jsonb(old)), oracle.state_of(to_jsonb(new)));
      end if;
      return null;
    end $$;
    ${triggers.join('\n')}`)
    .execute(db)
}

/** Journals of each class: of its fee and of its disputes. */
const lessonJournals = sql`select subject_id as lesson_id, id, kind from journal where kind = 'lesson'
  union all select d.lesson_id, j.id, j.kind from dispute d join journal j on j.subject_id = d.id`

/** Each query returns one sentence per fault, and no rows when the books are correct. */
const faults: Record<string, RawBuilder<unknown>> = {
  'money of ours is what was put in, less what was taken out': sql`
    select m.paise || ' put in, ' || coalesce(a.balance_paise, 0) || ' in the books' from
      (select coalesce(sum(amount_paise), 0) as paise from owner_equity) m left join ledger_account a on a.kind = 'owner_equity'
    where m.paise <> -coalesce(a.balance_paise, 0)`,
  'a journal balances': sql`
    select j.kind || ' ' || j.id from journal j left join ledger_entry e on e.journal_id = j.id group by j.id having coalesce(sum(e.amount_paise), 1) <> 0`,
  'an account balance equals its entries': sql`
    select a.kind || ' holds ' || a.balance_paise || ', its entries ' || coalesce(sum(e.amount_paise), 0)
    from ledger_account a left join ledger_entry e on e.account_id = a.id group by a.id having a.balance_paise <> coalesce(sum(e.amount_paise), 0)`,
  'no account is overdrawn': sql`
    select kind || ' ' || balance_paise from ledger_account where kind <> 'gateway_receivable'
      and case when kind in ('bank', 'gateway_fees', 'promotions', 'mentor_debt') then balance_paise else -balance_paise end < 0`,
  'family prepaid equals the balances of its bookings': sql`
    select a.owner_id || ' ' || a.balance_paise from ledger_account a where a.kind = 'family_prepaid' and -a.balance_paise <>
      (select coalesce(sum(b.price_paise - b.refunded_paise - l.settled), 0) from booking b
        join journal j on j.kind = 'payment' and j.subject_id = b.order_id
        cross join lateral (select coalesce(sum(fee_paise), 0) as settled from lesson
          where booking_id = b.id and (settled_at is not null or disputed_at is not null)) l
        where b.family_id = a.owner_id)`,
  'refunds payable of an order equal its unfinished refunds': sql`
    select o.number || ' ' || owed.paise from payment_order o
      cross join lateral (select coalesce(-sum(e.amount_paise), 0) as paise from ${entriesOf(sql`o.id`)} and a.kind = 'refunds_payable') owed
    where owed.paise <> (select coalesce(sum(r.amount_paise), 0) from refund r where r.order_id = o.id
      and r.status in ('approved', 'sent', 'failed') and not exists (select from refund s where s.again_for = r.id))`,
  'bookings record refunds and transfers of their order': sql`
    select b.order_id::text from booking b group by b.order_id having sum(b.refunded_paise) <> coalesce(sum(b.price_paise) filter (where b.replaces is not null), 0)
      + (select coalesce(sum(e.amount_paise), 0) from (select id, order_id from refund union all select id, order_id from credit_return) r
        join journal j on j.kind = 'refund' and j.subject_id = r.id join ledger_entry e on e.journal_id = j.id
        join ledger_account a on a.id = e.account_id and a.kind = 'family_prepaid' where r.order_id = b.order_id)`,
  'a replaced booking is closed and its balance was transferred': sql`
    select n.id || ' ' || n.price_paise from booking n join booking b on b.id = n.replaces
    where n.price_paise > b.refunded_paise or b.status not in ('completed', 'cancelled') or n.order_id <> b.order_id or n.family_id <> b.family_id
      or exists (select from lesson where booking_id = b.id and status = 'scheduled' and no_show_at is null and starts_at > n.booked_at)
      or exists (select from lesson_credit where booking_id = b.id and used_by is null and voided_at is null)`,
  'an order is paid if and only if it is booked': sql`
    select o.number || ' ' || o.status from payment_order o left join journal j on j.kind = 'payment' and j.subject_id = o.id
    where (o.status = 'paid') <> (j.id is not null)
      and (j.id is not null or exists (select from payment p where p.order_id = o.id and p.status = 'SUCCESS' and p.amount_paise >= o.amount_paise))`,
  'a paid order names its payment': sql`
    select o.number from payment_order o join journal j on j.kind = 'payment' and j.subject_id = o.id
      left join payment p on p.id = o.paid_by and p.order_id = o.id and p.status = 'SUCCESS' where p.id is null`,
  'taught, planned and owed minutes stay within a booking': sql`
    select b.id || ' ' || b.minutes from booking b where b.status in ('pending_schedule', 'scheduled') and b.minutes <
      (select coalesce(sum(minutes), 0) from lesson where booking_id = b.id and (status in ('scheduled', 'held') or settled_at is not null or disputed_at is not null))
      + (select coalesce(sum(minutes), 0) from lesson_credit where booking_id = b.id and used_by is null and voided_at is null)`,
  'a payment has one booking and one receipt, or is refundable': sql`
    select o.number || case when is_bought then ' bought something' else ' bought nothing' end from payment_order o
      join journal j on j.kind = 'payment' and j.subject_id = o.id
      cross join lateral (select exists (select from ledger_entry e join ledger_account a on a.id = e.account_id
        where e.journal_id = j.id and a.kind = 'family_prepaid') as is_bought) as one
    where is_bought::int <> (select count(*) from booking where order_id = o.id and replaces is null)
      or is_bought::int <> (select count(*) from receipt where order_id = o.id)`,
  'receipt numbers have no gaps or duplicates': sql`
    select s.year || ' ' || count(r) || ' receipts up to ' || s.last_place from receipt_series s left join receipt r on r.year = s.year
    group by s.year having count(r) <> s.last_place or count(distinct r.number) <> s.last_place or min(r.place) <> 1 or max(r.place) <> s.last_place`,
  'refunds never exceed their payment': sql`
    select p.id || ' ' || sum(r.amount_paise) from payment p join refund r on r.payment_id = p.id and r.status <> 'declined'
      and not exists (select from refund s where s.again_for = r.id)
    group by p.id having sum(r.amount_paise) > p.amount_paise or p.status <> 'SUCCESS'`,
  'refund status matches its history': sql`
    select r.id || ' ' || r.status from refund r where r.status is distinct from
      (select status from refund_event e where e.refund_id = r.id order by e.id desc limit 1)`,
  'a class is settled once at its fee': sql`
    select l.id || ' ' || l.status from lesson l left join (select j.lesson_id, bool_or(j.kind in ('lesson', 'correction')) as is_settled, sum(e.amount_paise) filter (where a.kind = 'family_prepaid') as taken
      from (${lessonJournals}) j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id group by j.lesson_id) s on s.lesson_id = l.id
    where coalesce(taken, 0) <> case when l.settled_at is not null or l.disputed_at is not null then l.fee_paise else 0 end
      or (l.settled_at is null and is_settled and l.status not in ('missed_by_mentor', 'cancelled'))
      or (l.settled_at is not null and is_settled is not true and l.fee_paise > 0)`,
  'credits of families equal what was given, taken back, spent and returned': sql`
    select f.id || ' ' || c.paise from family f
      cross join lateral (select coalesce(-sum(balance_paise), 0) as paise from ledger_account where kind = 'family_credit' and owner_id = f.id) c
      cross join lateral (select coalesce(sum(paise - taken_back_paise), 0) as given from compensation where family_id = f.id) g
      cross join lateral (select coalesce(sum(o.credit_paise), 0) as spent from payment_order o where o.family_id = f.id
        and exists (select from booking b where b.order_id = o.id)) s
      cross join lateral (select coalesce(-sum(e.amount_paise), 0) as returned from payment_order o
        join (select id, order_id from refund union all select id, order_id from credit_return) r on r.order_id = o.id
        join journal j on j.kind = 'refund' and j.subject_id = r.id join ledger_entry e on e.journal_id = j.id
        join ledger_account a on a.id = e.account_id and a.kind = 'family_credit' where o.family_id = f.id) b
    where c.paise <> g.given - s.spent + b.returned`,
  'debts of mentors equal credits given, less what was collected or reversed, plus what corrections made owed again': sql`
    select m.id || ' ' || d.paise from mentor m
      cross join lateral (select coalesce(sum(balance_paise), 0) as paise from ledger_account where kind = 'mentor_debt' and owner_id = m.id) d
      cross join lateral (select coalesce(sum(case when reversed_at is null then paise else repaid_paise end), 0) as owed from compensation where mentor_id = m.id) c
      cross join lateral (select coalesce(-sum(e.amount_paise), 0) as collected from ledger_account a join ledger_entry e on e.account_id = a.id
        join journal j on j.id = e.journal_id and j.kind in ('collection', 'correction') where a.kind = 'mentor_debt' and a.owner_id = m.id) k
    where d.paise <> c.owed - k.collected`,
  'corrections make no more owed again than their class paid': sql`
    select j.lesson_id::text from (select subject_id as lesson_id, id from journal where kind = 'collection'
        union all select d.lesson_id, j.id from dispute d join journal j on j.subject_id = d.id and j.kind = 'correction') j
      join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id and a.kind = 'mentor_debt' group by j.lesson_id having sum(e.amount_paise) > 0`,
  'collections never exceed the earnings of their class': sql`
    select j.subject_id || ' ' || e.amount_paise from journal j join ledger_entry e on e.journal_id = j.id
      join ledger_account a on a.id = e.account_id and a.kind = 'mentor_payable'
    where j.kind = 'collection' and e.amount_paise > (select -x.amount_paise from journal l join ledger_entry x on x.journal_id = l.id
      join ledger_account y on y.id = x.account_id and y.kind = 'mentor_payable' where l.kind = 'lesson' and l.subject_id = j.subject_id)`,
  'held money equals open disputes': sql`
    select held || ' on hold, ' || disputed || ' disputed' from
      (select coalesce(-sum(balance_paise), 0) as held from ledger_account where kind = 'held_in_dispute') h,
      (select coalesce(sum(amount_paise), 0) as disputed from dispute where status = 'open') d,
      (select coalesce(sum(fee_paise), 0) as fees from lesson where disputed_at is not null) l
    where held <> disputed or held <> fees`,
  'a fee records what its journal took': sql`
    select j.kind || ' ' || j.subject_id from journal j left join (select e.journal_id,
        coalesce(-sum(e.amount_paise) filter (where a.kind = 'commission'), 0) as commission, coalesce(-sum(e.amount_paise) filter (where a.kind = 'gst'), 0) as gst,
        coalesce(-sum(e.amount_paise) filter (where a.kind = 'tds'), 0) as tds, coalesce(-sum(e.amount_paise) filter (where a.kind = 'tcs'), 0) as tcs
      from ledger_entry e join ledger_account a on a.id = e.account_id group by e.journal_id) took on took.journal_id = j.id
      left join (select journal_kind, subject_id, sum(commission_paise) as commission, sum(gst_paise) as gst, sum(tds_paise) as tds, sum(tcs_paise) as tcs
        from tax_entry group by 1, 2) kept on kept.journal_kind = j.kind and kept.subject_id = j.subject_id
    where (j.kind in ('lesson', 'tax_return') or (j.kind = 'correction' and exists (select from dispute where id = j.subject_id)))
      and (coalesce(took.commission, 0), coalesce(took.gst, 0), coalesce(took.tds, 0), coalesce(took.tcs, 0)) is distinct from
        (coalesce(kept.commission, 0), coalesce(kept.gst, 0), coalesce(kept.tds, 0), coalesce(kept.tcs, 0))`,
  'a financial year is the sum of its fees': sql`
    select y.mentor_id || ' ' || y.year from tax_year y left join lateral (select coalesce(sum(gross_paise), 0) as gross, coalesce(sum(nominal_paise), 0) as nominal,
        coalesce(sum(tds_paise), 0) as tds from tax_entry e where e.mentor_id = y.mentor_id and e.year = y.year) s on true
    where (s.gross, s.nominal, s.tds) is distinct from (y.gross_paise::numeric, y.nominal_paise::numeric, y.tds_paise::numeric)`,
  // Flat fees were recorded afterwards, with all reversals of a lesson on its first fee. What a fee bore for others may stay.
  'no fee returns more than it took': sql`
    select fee::text from (select case when e.is_flat then e.lesson_id else e.id end as fee, e.gross_paise + coalesce(sum(r.gross_paise), 0) as gross,
        e.tds_paise + coalesce(sum(r.tds_paise), 0) as tds, e.tcs_paise + coalesce(sum(r.tcs_paise), 0) as tcs, greatest(0, e.tds_paise - e.nominal_paise) as others
      from tax_entry e left join tax_entry r on r.reverses = e.id where e.reverses is null group by e.id) left_over
    group by fee having sum(gross) < 0 or sum(tds) < 0 or sum(tcs) < 0 or (sum(gross) = 0 and (sum(tds) > sum(others) or sum(tcs) <> 0))`,
  'a payout is booked once with its entries': sql`
    select o.id || ' ' || o.status from payout o where
      case when o.status in ('open', 'paid') then o.amount_paise else 0 end <>
        (select coalesce(-sum(e.amount_paise), 0) from payout_entry p join ledger_entry e on e.id = p.entry_id where p.payout_id = o.id)
      or case when o.status = 'paid' then o.amount_paise else 0 end <>
        (select coalesce(sum(e.amount_paise), 0) from journal j join ledger_entry e on e.journal_id = j.id
          join ledger_account a on a.id = e.account_id and a.kind = 'mentor_payable' where j.kind = 'payout' and j.subject_id = o.id)`,
  'a transfer is booked as its state says': sql`
    select t.id || ' ' || t.status from transfer t cross join lateral (select
        coalesce(sum(e.amount_paise) filter (where a.kind = 'mentor_payable' and a.owner_id = t.mentor_id), 0) as mentor,
        coalesce(sum(e.amount_paise) filter (where a.kind = 'transfers_payable'), 0) as payable,
        coalesce(sum(e.amount_paise) filter (where a.kind = 'gateway_receivable'), 0) as gateway
      from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
      where j.kind in ('transfer', 'transfer_sent', 'transfer_failed') and j.subject_id = t.id) s
    where (s.mentor, s.payable, s.gateway) is distinct from case when t.kind = 'return' or t.status = 'failed' then (0::numeric, 0::numeric, 0::numeric)
      when t.status = 'due' then (t.amount_paise::numeric, -t.amount_paise::numeric, 0::numeric) else (t.amount_paise::numeric, 0::numeric, -t.amount_paise::numeric) end`,
  'a lesson is released at most once, and only when it is settled': sql`
    select l.id::text from lesson l join transfer t on t.lesson_id = l.id and t.kind = 'release' and t.status <> 'failed'
    group by l.id having count(*) > 1`,
  'transfers never exceed the hold of their order': sql`
    select o.number || ' ' || sum(t.amount_paise) from payment_order o join transfer t on t.order_id = o.id and t.status <> 'failed'
    group by o.id having sum(t.amount_paise) > o.held_paise`,
  'a settlement is booked once with its totals': sql`
    select s.id::text from gateway_settlement s left join journal j on j.kind = 'settlement' and j.subject_id = s.id
      left join ledger_entry e on e.journal_id = j.id left join ledger_account a on a.id = e.account_id
    group by s.id having coalesce(sum(e.amount_paise) filter (where a.kind = 'bank'), 0) <> s.amount_paise
      or coalesce(sum(e.amount_paise) filter (where a.kind = 'gateway_fees'), 0) <> s.fee_paise + s.tax_paise
      or coalesce(-sum(e.amount_paise) filter (where a.kind = 'gateway_receivable'), 0) <> s.amount_paise + s.fee_paise + s.tax_paise`,
}

/** Ledger entries of one order, except those of its classes. */
function entriesOf(orderId: RawBuilder<unknown>) {
  return sql`journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
    where (j.kind, j.subject_id) in (select 'payment', ${orderId} union all select 'correction', id from payment where order_id = ${orderId}
      union all select k, r.id from refund r, unnest(array['refund', 'refund_settled']) as k where r.order_id = ${orderId})`
}

/**
 * Compares an order's money in our books with the gateway. Nothing may be in our books alone; what only the gateway
 * knows has not been reported to us yet. Any excess of the payment that paid it is the gateway's own fee.
 */
async function gatewayFaults(db: Db, gatewayBook: GatewayBook, isFullyReported: boolean): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with told as (select "orderId"::text as order_id, coalesce(sum("amountPaise") filter (where "amountPaise" > 0), 0) as received,
          max("amountPaise") as most, coalesce(-sum("amountPaise") filter (where "amountPaise" < 0), 0) as sent
        from jsonb_to_recordset(${JSON.stringify(gatewayBook)}::jsonb) as t("orderId" text, "amountPaise" bigint) group by 1),
      sums as (select o.id, o.number, coalesce(t.received, 0) as received, t.most - o.amount_paise as fee, coalesce(t.sent, 0) as sent, ours.*
        from payment_order o left join told t on t.order_id = o.id::text
        cross join lateral (select coalesce(sum(e.amount_paise) filter (where e.amount_paise > 0), 0) as booked,
            coalesce(-sum(e.amount_paise) filter (where e.amount_paise < 0), 0) as returned
          from ${entriesOf(sql`o.id`)} and a.kind = 'gateway_receivable') ours)
    select number || ': ' || booked || ' received and ' || returned || ' sent back in our books, ' || received || ' and ' || sent || ' at the gateway'
      as fault from sums where booked > received or returned > sent or sent > received
        or (${isFullyReported} and (received - booked not between 0 and greatest(fee, 0) or returned <> sent))`.execute(
    db,
  )
  return rows.map(({ fault }) => `our books match the gateway: ${fault}`)
}

/** The sandbox's transactions. */
async function sandboxBook(db: Db): Promise<GatewayBook> {
  const { rows } = await sql<GatewayBook[number]>`
    select p.order_id as "orderId", p.amount_paise as "amountPaise" from sandbox_payment p where p.status = 'SUCCESS'`.execute(
    db,
  )
  return rows
}

export async function backwardMoves(db: Db): Promise<string[]> {
  const isWatched = await sql<{ is: boolean }>`select to_regclass('oracle.move') is not null as is`.execute(db)
  if (!isWatched.rows[0]?.is) return []
  const { rows } = await sql<{ table: string; before: string; after: string; id: string }>`
    select "table", before, after, row_id as id from oracle.move order by oracle.move.id`.execute(db)
  return rows
    .filter(({ table, before, after }) => !moves[table]?.[before]?.includes(after))
    .map(({ table, before, after, id }) => `status moved backwards: ${table} ${id} from ${before} to ${after}`)
}

type OracleOptions = {
  /** The gateway's transactions; the sandbox's by default. */
  book?: GatewayBook
  /** All webhooks arrived or every order was polled: both books must match exactly. */
  isFullyReported?: boolean
}

/** Faults in the books of a database, as sentences; empty when they are correct. */
export async function faultsOfBooks(db: Db, { book, isFullyReported = false }: OracleOptions = {}): Promise<string[]> {
  const parts = Object.entries(faults).map(
    ([name, query]) => sql`select ${`${name}: `}::text || fault as fault from (${query}) as f(fault)`,
  )
  const ask = async (tx: Db) => {
    const { rows } = await sql<{ fault: string }>`${sql.join(parts, sql` union all `)}`.execute(tx)
    return [
      ...rows.map((row) => row.fault),
      ...(await gatewayFaults(tx, book ?? (await sandboxBook(tx)), isFullyReported)),
      ...(await backwardMoves(tx)),
    ]
  }
  if (db.isTransaction) return await ask(db)
  // One snapshot for all queries, because jobs may be running.
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(ask)
}

/** Fails unless the books are consistent in themselves and with the gateway's. */
export async function expectBooks(db: Db, options: OracleOptions = {}): Promise<void> {
  expect(await faultsOfBooks(db, options)).toEqual([])
}
