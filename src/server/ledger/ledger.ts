import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '#server/platform/database.ts'

/** The company's accounts, one of each kind. */
const companyAccounts = [
  'gateway_receivable',
  'bank',
  'held_in_dispute',
  'commission',
  'gst',
  'tds',
  'tcs',
  'gateway_fees',
  'promotions',
  'refunds_payable',
  'transfers_payable',
  'owner_equity',
] as const
/** Families and mentors have one account of each of their kinds. */
const ownedAccounts = ['family_prepaid', 'family_credit', 'mentor_payable', 'mentor_debt'] as const
export type AccountKind = (typeof companyAccounts)[number] | (typeof ownedAccounts)[number]

/** One journal line in paise: debits are positive, credits negative. Zero lines are not written. */
export type Line = { kind: AccountKind; ownerId?: string; amountPaise: number }
/** Kinds of journals, as the database knows them. */
export const journalKinds = [
  'payment',
  'lesson',
  'refund',
  'refund_settled',
  'payout',
  'correction',
  'dispute',
  'dispute_end',
  'settlement',
  'owner_equity',
  'compensation',
  'compensation_end',
  'collection',
  'tax_return',
  'transfer',
  'transfer_sent',
  'transfer_failed',
] as const
export type Journal = {
  kind: (typeof journalKinds)[number]
  subjectId: string
  lines: Line[]
}

/**
 * Writes one journal. The database checks that it sums to zero and overdraws no account. An existing journal of the
 * same kind and subject is kept unchanged.
 * @returns whether this call wrote it
 */
export async function writeJournal(tx: Transaction, journal: Journal): Promise<boolean> {
  const lines = journal.lines.filter((line) => line.amountPaise !== 0)
  if (lines.length === 0) return false
  const records = lineRecords(lines)
  // Locks company accounts, which every payment needs: callers write journals as late as possible.
  const [, { numAffectedRows: entries = 0n }] = await Promise.all([
    insertAccounts(tx, records),
    sql`
    with new as (insert into journal (kind, subject_id) values (${journal.kind}, ${journal.subjectId})
        on conflict on constraint journal_once do nothing returning id),
      held as (select n.id as journal_id, a.id, l.amount_paise from (select id from new) n cross join ${records}
        join ledger_account a on a.kind = l.kind and a.owner_id is not distinct from l.owner_id order by a.kind, a.owner_id for update of a)
    insert into ledger_entry (journal_id, account_id, amount_paise) select journal_id, id, amount_paise from held`.execute(
      tx,
    ),
  ])
  return entries > 0n
}

const lineRecords = (lines: readonly Line[]) => {
  const rows = lines.map((line) => ({
    kind: line.kind,
    owner_id: line.ownerId ?? null,
    amount_paise: line.amountPaise,
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(kind text, owner_id uuid, amount_paise bigint)`
}

const insertAccounts = (tx: Transaction, records: RawBuilder<unknown>) =>
  sql`insert into ledger_account (kind, owner_id) select l.kind, l.owner_id from ${records} group by 1, 2 order by 1, 2
    on conflict on constraint ledger_account_once do nothing`.execute(tx)

/**
 * Locks the accounts of these lines until the transaction ends, for callers that read a balance before writing.
 * Accounts are locked in the order `writeJournal` uses, to avoid deadlocks.
 */
export async function lockAccounts(tx: Transaction, lines: readonly Line[]): Promise<void> {
  const records = lineRecords(lines)
  await insertAccounts(tx, records)
  await sql`select a.id from ledger_account a join ${records} on a.kind = l.kind and a.owner_id is not distinct from l.owner_id
    order by a.kind, a.owner_id for update of a`.execute(tx)
}

/**
 * Total balance of each account kind in paise; debits are positive and all kinds sum to zero. Summing without
 * grouping halves the time for tens of thousands of accounts.
 */
export async function balances(db: Db): Promise<{ kind: AccountKind; paise: number }[]> {
  const { rows } = await sql<{ kind: AccountKind; paise: number }>`
    with summed as (
      select coalesce(sum(balance_paise), 0) as whole, coalesce(sum(balance_paise) filter (where kind = 'family_prepaid'), 0) as families,
        coalesce(sum(balance_paise) filter (where kind = 'family_credit'), 0) as credits, coalesce(sum(balance_paise) filter (where kind = 'mentor_debt'), 0) as debts
      from ledger_account),
    ours as (select kind, balance_paise from ledger_account where kind = any(${[...companyAccounts]}))
    select kind, balance_paise as paise from ours
    union all select 'family_prepaid', families::int8 from summed
    union all select 'family_credit', credits::int8 from summed where credits <> 0
    union all select 'mentor_debt', debts::int8 from summed where debts <> 0
    union all select 'mentor_payable', (whole - families - credits - debts - (select coalesce(sum(balance_paise), 0) from ours))::int8 from summed
    order by kind`.execute(db)
  return rows
}

/** Balance of an account in paise; debits are positive. */
export async function balancePaise(db: Db, kind: AccountKind, ownerId: string | null): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select balance_paise as paise from ledger_account where kind = ${kind} and owner_id is not distinct from ${ownerId}`.execute(
    db,
  )
  return rows[0]?.paise ?? 0
}
