import { sql } from 'kysely'
import { payoutBatchLifecycle, payoutLifecycle } from '#contract/money/lifecycles.ts'
import { entriesLeftToGateway } from '#server/money/transfers/transfers.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { isDue, isUnallocated, owedEntries } from './owed-entries.ts'
import { holdReason, lineStatus } from './queries.ts'

/** Inserts a batch; null while another is open. Concurrent callers wait on the unique index. */
export async function insertBatch(tx: Transaction, until: string, accountId: string): Promise<string | null> {
  const row = await tx
    .insertInto('payout_batch')
    .values({ until, made_by: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function openBatch(db: Db): Promise<{ id: string; until: string } | null> {
  const row = await db
    .selectFrom('payout_batch')
    .select(['id', 'until'])
    .where('status', '=', 'open')
    .executeTakeFirst()
  return row ?? null
}

/** Adds all due entries to a batch, one payout per mentor. @returns the number of mentors */
export async function fillBatch(tx: Transaction, batchId: string, until: string): Promise<number> {
  const { rows } = await sql<{ mentors: number }>`
    with due as materialized (select e.id, a.owner_id as mentor_id, e.amount_paise from ${owedEntries} where ${isUnallocated} and ${isDue(until)}
        and e.id not in (select g.id from (${entriesLeftToGateway}) g)),
      made as (insert into payout (batch_id, mentor_id, account_id, amount_paise, left_out_reason)
        select ${batchId}::uuid, s.mentor_id, c.id, s.paise, ${holdReason}
        from (select mentor_id, -sum(amount_paise) as paise from due group by mentor_id having -sum(amount_paise) > 0) s
          cross join lateral (select id, created_at, status from payout_account c where c.mentor_id = s.mentor_id order by id desc limit 1) c
        returning id, mentor_id),
      filled as (insert into payout_entry (entry_id, payout_id) select d.id, m.id from due d join made m on m.mentor_id = d.mentor_id)
    select count(*)::int as mentors from made`.execute(tx)
  return rows[0]?.mentors ?? 0
}

export type Batch = {
  id: string
  until: string
  status: 'open' | 'paid' | 'undone'
  reference: string | null
  madeBy: string
  madeAt: Date
}

export async function lockBatch(tx: Transaction, id: string): Promise<Batch | null> {
  const row = await tx
    .selectFrom('payout_batch')
    .select(['id', 'until', 'status', 'reference', 'made_by as madeBy', 'made_at as madeAt'])
    .where('id', '=', id)
    .forUpdate()
    .$castTo<Batch>()
    .executeTakeFirst()
  return row ?? null
}

/** Locks the accounts from which deductions could still be taken, in the order of `writeJournal` to avoid deadlocks. */
export const lockBatchAccounts = (tx: Transaction, batchId: string) =>
  sql`select id from ledger_account where kind = 'bank'
      or (kind = 'mentor_payable' and owner_id in (select mentor_id from payout where batch_id = ${batchId}))
    order by kind, owner_id for update`.execute(tx)

export type Line = {
  id: string
  mentorId: string
  number: string
  fullName: string
  amountPaise: number
  status: 'open' | 'paid' | 'left_out' | 'undone' | 'stopped'
  account: string
  sealed: Buffer
  /** Why it was skipped; `newAccountReason` or `newPhoneReason` when it was skipped automatically. */
  reason: string | null
  /** Part of a downloaded bank file, so the bank may have paid it. */
  isInFile: boolean
  /** Account to notify of the payment. */
  accountId: string
}

/** Payouts of a batch, by mentor name. */
export async function linesOf(db: Db, batchId: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select o.id, o.mentor_id as "mentorId", 'MS-' || m.number as number, m.full_name as "fullName", o.amount_paise as "amountPaise",
      ${lineStatus} as status,
      c.hint as account, c.sealed, o.left_out_reason as reason, o.file_at is not null as "isInFile", m.account_id as "accountId"
    from payout o join mentor m on m.id = o.mentor_id join payout_account c on c.id = o.account_id
    where o.batch_id = ${batchId} order by m.full_name, o.id`.execute(db)
  return rows
}

/** Skips one open payout, or with no reason includes it again. @returns false if nothing changed */
export async function setSkipped(
  tx: Transaction,
  batchId: string,
  id: string,
  reason: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payout')
    .set({ left_out_reason: reason, file_at: null })
    .where('id', '=', id)
    .where('batch_id', '=', batchId)
    .where('status', '=', 'open')
    .where('left_out_reason', reason === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** From here on the bank may pay these payouts. */
export const markInBankFile = (tx: Transaction, ids: readonly string[]) =>
  sql`update payout set file_at = now() where id = any(${ids}::uuid[]) and file_at is null`.execute(tx)

const deleteEntries = (tx: Transaction, ids: readonly string[]) =>
  sql`delete from payout_entry where payout_id = any(${ids}::uuid[])`.execute(tx)

const move = (tx: Transaction, ids: readonly string[], name: keyof typeof payoutLifecycle.moves) =>
  sql`update payout set status = ${payoutLifecycle.target(name)} where id = any(${ids}::uuid[]) and status = any(${payoutLifecycle.from(name)})`.execute(
    tx,
  )

export const setPaid = (tx: Transaction, ids: readonly string[]) => move(tx, ids, 'pay')

/** Frees their entries for another batch. */
export async function releaseEntries(tx: Transaction, ids: readonly string[], name: 'skip' | 'undo'): Promise<void> {
  await deleteEntries(tx, ids)
  await move(tx, ids, name)
}

export const endBatch = (tx: Transaction, id: string, accountId: string, reference: string | null) =>
  sql`update payout_batch set status = ${payoutBatchLifecycle.target(reference === null ? 'undo' : 'pay')}, reference = ${reference}, ended_by = ${accountId}, ended_at = now(),
      (paise, mentors) = (select coalesce(sum(amount_paise), 0)::int8, count(*)::int from payout where batch_id = ${id} and status <> 'left_out' and left_out_reason is null)
    where id = ${id} and status = 'open'`.execute(tx)

export const setReference = (tx: Transaction, id: string, reference: string) =>
  tx.updateTable('payout_batch').set({ reference }).where('id', '=', id).execute()
