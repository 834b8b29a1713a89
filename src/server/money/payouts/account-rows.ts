import { sql } from 'kysely'
import { payoutAccountLifecycle } from '#contract/money/lifecycles.ts'
import type { AccountProblem, AccountStatus } from '#contract/money/limits.ts'
import type { AccountToCheck } from '#contract/money/payout-batches.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Read } from '#server/platform/json-rows.ts'
import { lockMentor } from '#server/platform/locks.ts'

export type AccountRow = {
  id: string
  mentorId: string
  sealed: Buffer
  hint: string
  status: AccountStatus
  nameAtBank: string
  problem: AccountProblem | null
  /** The bank was asked within the last day. */
  isRecent: boolean
}
const columns = sql`c.id, c.mentor_id as "mentorId", c.sealed, c.hint, c.status, c.name_at_bank as "nameAtBank", c.problem,
  coalesce(c.asked_at > now() - interval '1 day', false) as "isRecent"`

/** A mentor's payout accounts, newest first. */
export async function accountsOf(db: Db, mentorId: string, limit: number): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from payout_account c where c.mentor_id = ${mentorId} order by c.id desc limit ${limit}`.execute(
    db,
  )
  return rows
}

/** A mentor's newest payout account, without what is sealed. */
export const newestAccountOf = (mentorId: string): Read<Pick<AccountRow, 'hint' | 'status' | 'problem'>> => ({
  query: sql`select hint, status, problem from payout_account where mentor_id = ${mentorId} order by id desc limit 1`,
  times: {},
})

export async function countNewAccounts(tx: Transaction, mentorId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout_account where mentor_id = ${mentorId} and created_at > now() - interval '1 day'`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export type Owner = { accountId: string; fullName: string }

/** Locks the mentor, to serialise changes of the payout account. */
export async function lockOwner(tx: Transaction, mentorId: string): Promise<Owner> {
  await lockMentor(tx, mentorId)
  return await tx
    .selectFrom('mentor')
    .select(['account_id as accountId', 'full_name as fullName'])
    .where('id', '=', mentorId)
    .executeTakeFirstOrThrow()
}

type NewAccount = Pick<AccountRow, 'mentorId' | 'sealed' | 'hint' | 'status' | 'nameAtBank' | 'problem'>
export async function insertAccount(tx: Transaction, one: NewAccount): Promise<string> {
  const { mentorId, sealed, hint, status, nameAtBank, problem } = one
  const { id } = await tx
    .insertInto('payout_account')
    .values({ mentor_id: mentorId, sealed, hint, status, name_at_bank: nameAtBank, problem })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes a waiting account for a minute, so that two workers do not both pay the penny; null if another has it or it has an answer. */
export async function claimAccount(
  db: Db,
  id: string,
): Promise<{ mentorId: string; sealed: Buffer; name: string } | null> {
  const { rows } = await sql<{ mentorId: string; sealed: Buffer; name: string }>`
    update payout_account c set asked_at = now() from mentor m
    where c.id = ${id} and m.id = c.mentor_id and c.status = 'waiting' and (c.asked_at is null or c.asked_at < now() - interval '1 minute')
      and not exists (select from payout_account n where n.mentor_id = c.mentor_id and n.id > c.id)
    returning c.mentor_id as "mentorId", c.sealed, m.full_name as name`.execute(db)
  return rows[0] ?? null
}

/** Current accounts without an answer whose job was lost or whose bank did not answer. */
export async function accountsToCheck(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from payout_account c where c.status = 'waiting' and coalesce(c.asked_at, c.created_at) < now() - interval '2 minutes'
      and not exists (select from payout_account n where n.mentor_id = c.mentor_id and n.id > c.id) order by c.asked_at nulls first limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Moves an account on if its lifecycle allows the move. @returns whether it did */
export async function moveAccount(
  tx: Transaction,
  id: string,
  move: 'prove' | 'question' | 'reject' | 'accept' | 'refuse',
  {
    nameAtBank,
    problem = null,
    by = null,
  }: { nameAtBank?: string; problem?: AccountProblem | null; by?: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payout_account')
    .set({ status: payoutAccountLifecycle.target(move), problem, decided_by: by })
    .$if(nameAtBank !== undefined, (query) => query.set({ name_at_bank: nameAtBank ?? '' }))
    .where('id', '=', id)
    .where('status', 'in', payoutAccountLifecycle.from(move))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Call under the lock of its mentor. */
export async function accountById(db: Db, id: string): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`select ${columns} from payout_account c where c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Whether the account of a payout is proven. */
export async function isProvenAccount(tx: Transaction, payoutId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select c.status = 'proven' as is from payout p join payout_account c on c.id = p.account_id where p.id = ${payoutId}`.execute(
    tx,
  )
  return rows[0]?.is ?? false
}

type DoubtfulAccount = Omit<AccountToCheck, 'since'> & { since: Date }

/** Current accounts an admin has to look at, oldest first. */
export async function accountsToLookAt(db: Db, limit: number): Promise<DoubtfulAccount[]> {
  const { rows } = await sql<DoubtfulAccount>`
    select c.id as "_id", c.mentor_id as "mentorId", 'MS-' || m.number as number, m.full_name as "fullName", c.hint as account, c.name_at_bank as "nameAtBank",
      c.created_at as since
    from payout_account c join mentor m on m.id = c.mentor_id
    where c.status = 'look' and not exists (select from payout_account n where n.mentor_id = c.mentor_id and n.id > c.id)
    order by c.id limit ${limit}`.execute(db)
  return rows
}
