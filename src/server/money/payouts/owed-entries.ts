import { sql } from 'kysely'
import { entriesLeftToGateway } from '#server/money/transfers/transfers.ts'

/** Entries of mentor accounts, except payouts themselves. */
export const owedEntries = sql`ledger_entry e join ledger_account a on a.id = e.account_id and a.kind = 'mentor_payable' join journal j on j.id = e.journal_id and j.kind <> 'payout'`
/** The same without those that only move an earning to the gateway and back. */
export const earningEntries = sql`${owedEntries} and j.kind not in ('transfer', 'transfer_failed')`
export const isUnallocated = sql`not exists (select 1 from payout_entry p where p.entry_id = e.id)`
/** A deduction; what is collected for a family's credit or paid by the gateway belongs to the earning it was taken from. */
const isDeduction = sql`(e.amount_paise > 0 and j.kind not in ('collection', 'transfer'))`
/** Date of an entry; what the gateway paid goes with its lesson. */
const entryDate = sql`case when j.kind in ('transfer', 'transfer_failed') then (select x.at from transfer t join journal x on x.kind = 'lesson' and x.subject_id = t.lesson_id
  where t.id = j.subject_id) else j.at end`
/** Earnings up to a day in India, and deductions whatever their date. */
export const isDue = (until: string) =>
  sql`(${isDeduction} or ((${entryDate}) at time zone 'Asia/Kolkata')::date <= ${until}::date)`

/**
 * An open payout, not in a bank file yet, whose account is not proven any more, or whose mentor got a deduction after the batch was
 * made that payouts collect.
 */
export const isStopped = sql`(o.status = 'open' and o.file_at is null and (
  (o.left_out_reason is null and not exists (select from payout_account c where c.id = o.account_id and c.status = 'proven')) or exists (select 1 from ${earningEntries} where a.owner_id = o.mentor_id and ${isDeduction} and ${isUnallocated}
  and not exists (select 1 from (${entriesLeftToGateway}) g where g.id = e.id))))`
