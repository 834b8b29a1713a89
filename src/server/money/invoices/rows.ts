import { sql } from 'kysely'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Read } from '#server/platform/json-rows.ts'
import type { InvoiceContent, Month } from './content.ts'

/** Commission and GST of a mentor's month in India, without fees that are older than invoices and what was returned of those. */
const monthSums = sql`
  select e.mentor_id, date_trunc('month', e.at at time zone 'Asia/Kolkata')::date as month, sum(e.commission_paise) as commission, sum(e.gst_paise) as gst
  from tax_entry e left join tax_entry fee on fee.id = e.reverses
  where not e.is_flat and not coalesce(fee.is_flat, false)`

/** Months that ended without an invoice; older ones than three were looked for every night. */
export async function monthsToInvoice(db: Db): Promise<{ mentorId: string; month: string }[]> {
  const { rows } = await sql<{ mentorId: string; month: string }>`
    select s.mentor_id as "mentorId", s.month from (${monthSums}
        and e.at >= (date_trunc('month', now() at time zone 'Asia/Kolkata') - interval '3 months') at time zone 'Asia/Kolkata' group by 1, 2) s
    where s.month < date_trunc('month', now() at time zone 'Asia/Kolkata') and (s.commission <> 0 or s.gst <> 0)
      and not exists (select from commission_invoice i where i.mentor_id = s.mentor_id and i.month = s.month) order by s.month, s.mentor_id`.execute(
    db,
  )
  return rows
}

/** Whether a mentor's commission, of this month too, has still to be invoiced. */
export async function isInvoiceDue(db: Db, mentorId: string): Promise<boolean> {
  const { rows } = await sql`
    select from (${monthSums} and e.mentor_id = ${mentorId} group by 1, 2) s where (s.commission <> 0 or s.gst <> 0)
      and not exists (select from commission_invoice i where i.mentor_id = s.mentor_id and i.month = s.month) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** A mentor's month that has no invoice yet. */
export async function monthOf(tx: Transaction, mentorId: string, month: string): Promise<Month | null> {
  const { rows } = await sql<Month>`
    select s.commission::int8 as "commissionPaise", s.gst::int8 as "gstPaise", 'MS-' || m.number as number, m.full_name as "fullName", m.state
    from (${monthSums} and e.mentor_id = ${mentorId} group by 1, 2) s join mentor m on m.id = s.mentor_id
    where s.month = ${month} and not exists (select from commission_invoice i where i.mentor_id = s.mentor_id and i.month = s.month)`.execute(
    tx,
  )
  return rows[0] ?? null
}

type NewInvoice = { mentorId: string; month: string; factsId: string | null; printed: InvoiceContent }

/** Takes the next number; the series stays locked until the transaction ends. */
export const insertInvoice = (tx: Transaction, { mentorId, month, factsId, printed }: NewInvoice) =>
  tx
    .insertInto('commission_invoice')
    .values({ mentor_id: mentorId, month, facts_id: factsId, printed: JSON.stringify(printed) })
    .execute()

export type Invoice = {
  id: string
  mentorId: string
  number: string
  month: string
  factsId: string | null
  printed: InvoiceContent
  issuedAt: Date
}
const columns = sql`id, mentor_id as "mentorId", number, month, facts_id as "factsId", printed, issued_at as "issuedAt"`

/** A mentor's newest invoices. */
export const invoicesOf = (mentorId: string, limit: number): Read<Invoice> => ({
  query: sql`select ${columns} from commission_invoice where mentor_id = ${mentorId} order by month desc limit ${limit}`,
  times: { issuedAt: true },
})

export async function invoiceById(db: Db, id: string): Promise<Invoice | null> {
  const { rows } = await sql<Invoice>`select ${columns} from commission_invoice where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Invoices for a month, by number. */
export async function invoicesFor(db: Db, month: string): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select ${columns} from commission_invoice where month = ${month} order by year, place`.execute(db)
  return rows
}

/** A period in India, from a day up to another, exclusive. */
export type Period = { from: string; until: string }
const within = (column: 'e.at' | 'j.at', { from, until }: Period) => {
  const at = sql.ref(column)
  return sql`${at} >= ${from}::timestamp at time zone 'Asia/Kolkata' and ${at} < ${until}::timestamp at time zone 'Asia/Kolkata'`
}

type MentorSums = {
  mentorId: string
  number: string
  fullName: string
  supplied: number
  returned: number
  tds: number
  tcs: number
}

/** Fees of a period with their taxes, by mentor; with `isTcsOnly`, those that bore TCS. An erased mentor has the last invoice's name. */
export async function mentorSums(db: Db, period: Period, isTcsOnly: boolean): Promise<MentorSums[]> {
  const { rows } = await sql<MentorSums>`
    select m.id as "mentorId", 'MS-' || m.number as number, case when a.erased_at is null then m.full_name else coalesce((
        select i.printed -> 'mentor' ->> 'fullName' from commission_invoice i where i.mentor_id = m.id order by i.month desc limit 1), m.full_name) end as "fullName",
      s.supplied::int8, s.returned::int8, s.tds::int8, s.tcs::int8
    from (select e.mentor_id, coalesce(sum(e.gross_paise) filter (where e.gross_paise > 0), 0) as supplied,
          coalesce(-sum(e.gross_paise) filter (where e.gross_paise < 0), 0) as returned, sum(e.tds_paise) as tds, sum(e.tcs_paise) as tcs
        from tax_entry e where ${within('e.at', period)} and (not ${isTcsOnly}::boolean or e.tcs_paise <> 0) group by 1) s
      join mentor m on m.id = s.mentor_id join account a on a.id = m.account_id order by m.number`.execute(db)
  return rows
}

type BookSums = { commission: number; gst: number; tds: number; tcs: number }

/** What the books took in a period. */
export async function bookSums(db: Db, period: Period): Promise<BookSums> {
  const of = (kind: keyof BookSums) =>
    sql`coalesce(-sum(e.amount_paise) filter (where a.kind = ${sql.lit(kind)}), 0)::int8 as ${sql.ref(kind)}`
  const { rows } = await sql<BookSums>`
    select ${of('commission')}, ${of('gst')}, ${of('tds')}, ${of('tcs')} from journal j join ledger_entry e on e.journal_id = j.id
      join ledger_account a on a.id = e.account_id where ${within('j.at', period)}`.execute(db)
  if (!rows[0]) throw new Error('sums returned no row')
  return rows[0]
}

/** Commission and GST of a period's fees that are older than invoices. */
export async function uninvoicedSums(db: Db, period: Period): Promise<{ commission: number; gst: number }> {
  const { rows } = await sql<{ commission: number; gst: number }>`
    select coalesce(sum(e.commission_paise), 0)::int8 as commission, coalesce(sum(e.gst_paise), 0)::int8 as gst
    from tax_entry e left join tax_entry fee on fee.id = e.reverses
    where ${within('e.at', period)} and (e.is_flat or coalesce(fee.is_flat, false))`.execute(db)
  return rows[0] ?? { commission: 0, gst: 0 }
}
