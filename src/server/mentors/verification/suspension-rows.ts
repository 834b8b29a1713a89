import { sql } from 'kysely'
import type { CaseKind, CaseStatus } from '#contract/support/case-types.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

/** Accounts of families with an active booking, whose lessons are suspended. */
export async function familiesOf(tx: Transaction, mentorId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct f.account_id as id from booking b join family f on f.id = b.family_id
    where b.mentor_id = ${mentorId} and b.status in ('pending_schedule', 'scheduled') order by 1`.execute(tx)
  return rows.map((row) => row.id)
}

/** Numbers of unresolved safety cases about a mentor, except the case `without`. */
export async function openSafetyCases(tx: Transaction, mentorId: string, without: string | null): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select c.number from support_case c join mentor m on m.id = c.mentor_id
    where c.mentor_id = ${mentorId} and c.kind = 'safety' and c.status <> 'resolved' and c.id is distinct from ${without}::uuid
      and c.account_id is distinct from m.account_id order by c.number`.execute(tx)
  return rows.map((row) => row.number)
}

export async function isAccountSuspended(tx: Transaction, accountId: string): Promise<boolean> {
  const account = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()
  return account !== undefined
}

/** Whether the mentor was suspended together with its account, with no decision since. */
export async function isSuspendedWithAccount(tx: Transaction, mentorId: string): Promise<boolean> {
  const { rows } = await sql<{ isIt: boolean | null }>`
    select kind = 'suspended' and detail ->> 'by' = 'account' as "isIt" from mentor_event
    where mentor_id = ${mentorId} and kind in ('suspended', 'restored', 'reported') order by at desc, id desc limit 1`.execute(
    tx,
  )
  return rows[0]?.isIt === true
}

/** Mentor id of an account; null for a draft. */
export async function mentorOfAccount(tx: Transaction, accountId: string): Promise<string | null> {
  const mentor = await tx
    .selectFrom('mentor')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '<>', 'draft')
    .executeTakeFirst()
  return mentor?.id ?? null
}

/** Cases about a mentor opened by others, newest first; none for the mentor. */
export async function casesAbout(db: Db, viewer: { accountId: string }, mentorId: string) {
  const { rows } = await sql<{
    _id: string
    number: string
    kind: CaseKind
    status: CaseStatus
    by: string
    at: Date
  }>`
    select c.id as "_id", c.number, c.kind, c.status, c.name as by, c.created_at as at
    from support_case c join mentor m on m.id = c.mentor_id
    where c.mentor_id = ${mentorId} and c.account_id is distinct from m.account_id and m.account_id <> ${viewer.accountId}
    order by c.created_at desc limit 50`.execute(db)
  return rows
}
