import { sql } from 'kysely'
import { phoneChangeHours } from '#contract/people/limits.ts'
import type { AdminRole } from '#contract/wire/endpoint.ts'
import type { Transaction } from '#server/platform/database.ts'

/** Returns the account of a phone; creates it when there is none. */
export async function ensureAccountForPhone(tx: Transaction, phone: string) {
  const { rows } = await sql<{ id: string; isSuspended: boolean }>`
    insert into account (phone) values (${phone}) on conflict (phone) do update set phone = excluded.phone
    returning id, suspended_at is not null as "isSuspended"`.execute(tx)
  if (!rows[0]) throw new Error('account upsert returned no row')
  return rows[0]
}

/** Makes an account an admin. A former admin has to set up a new authenticator. */
export async function upsertAdmin(tx: Transaction, accountId: string, name: string, role: AdminRole): Promise<void> {
  await sql`insert into admin_user as u (account_id, name, role) values (${accountId}, ${name}, ${role})
    on conflict (account_id) do update set name = excluded.name, role = excluded.role, removed_at = null,
      totp_secret = case when u.removed_at is null then u.totp_secret end`.execute(tx)
}

export async function removeAdmin(tx: Transaction, accountId: string): Promise<void> {
  await tx.updateTable('admin_user').set({ removed_at: sql`now()` }).where('account_id', '=', accountId).execute()
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('passkey').where('account_id', '=', accountId).where('by_admin', '=', true).execute()
  await tx
    .updateTable('session')
    .set({ revoked_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('user_type', '=', 'admin')
    .where('revoked_at', 'is', null)
    .execute()
}

/** Locks an account; null if it is unknown or erased. */
export async function lockAccount(tx: Transaction, id: string) {
  const account = await tx
    .selectFrom('account')
    .select(['id', 'phone', 'suspended_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return account ? { id: account.id, phone: account.phone, isSuspended: account.suspended_at !== null } : null
}

export const setSuspended = (tx: Transaction, id: string, isSuspended: boolean) =>
  tx
    .updateTable('account')
    .set({ suspended_at: isSuspended ? sql`now()` : null })
    .where('id', '=', id)
    .execute()

/** Deletes the account's pending phone changes and expired requests for the same number. */
export const deletePendingPhoneChanges = (tx: Transaction, accountId: string, phone: string | null) =>
  sql`delete from phone_change where done_at is null and (account_id = ${accountId} or (phone = ${phone} and expires_at <= now()))`.execute(
    tx,
  )

export async function insertPhoneChange(
  tx: Transaction,
  accountId: string,
  phone: string,
  madeBy: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into phone_change (account_id, phone, made_by, expires_at)
    values (${accountId}, ${phone}, ${madeBy}, now() + make_interval(hours => ${phoneChangeHours.expiry})) returning id`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('insert returned no row')
  return rows[0].id
}
