import { sql } from 'kysely'
import { passkeyLimits } from '#contract/people/limits.ts'
import type { OwnPasskeys } from '#contract/people/passkeys.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'

/** Stores a challenge for one browser; `accountId` is the account that adds a passkey, null for a login. */
export const insertChallenge = (db: Db, challenge: string, browserHash: Buffer, accountId: string | null) =>
  sql`insert into passkey_challenge (challenge, browser_hash, account_id, expires_at)
    values (${challenge}, ${browserHash}, ${accountId}, now() + make_interval(mins => ${passkeyLimits.answerMinutes}))`.execute(
    db,
  )

/** Uses up a challenge. @returns false unless it was made for this browser and account, is fresh and unused */
export async function useChallenge(
  db: Db,
  challenge: string,
  browserHash: Buffer,
  accountId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenge where challenge = ${challenge} and browser_hash = ${browserHash}
      and account_id is not distinct from ${accountId} and expires_at > now() returning challenge`.execute(db)
  return rows.length > 0
}

export async function passkeysOf(db: Db, accountId: string): Promise<OwnPasskeys['passkeys']> {
  const rows = await db
    .selectFrom('passkey')
    .select(['id as _id', 'name', 'created_at as createdAt', 'used_at as usedAt'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map((one) => ({
    ...one,
    createdAt: one.createdAt.toISOString(),
    usedAt: one.usedAt?.toISOString() ?? null,
  }))
}

export async function credentialIdsOf(db: Db, accountId: string): Promise<string[]> {
  const found = await db.selectFrom('passkey').select('credential_id').where('account_id', '=', accountId).execute()
  return found.map((one) => one.credential_id)
}

export async function lockPasskey(tx: Transaction, credentialId: string) {
  const passkey = await tx
    .selectFrom('passkey')
    .select(['id', 'account_id as accountId', 'public_key as publicKey', 'counter', 'by_admin as byAdmin'])
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()
  return passkey ?? null
}

export const usePasskey = (tx: Transaction, id: string, counter: number) =>
  tx.updateTable('passkey').set({ counter, used_at: sql`now()` }).where('id', '=', id).execute()

type NewPasskey = {
  accountId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  byAdmin: boolean
}

export const insertPasskey = (tx: Transaction, one: NewPasskey) =>
  tx
    .insertInto('passkey')
    .values({
      account_id: one.accountId,
      credential_id: one.credentialId,
      public_key: one.publicKey,
      name: one.name,
      counter: one.counter,
      transports: one.transports,
      by_admin: one.byAdmin,
    })
    .execute()

/** Removes a passkey of an account. @returns false when it is unknown */
export async function deletePasskey(tx: Transaction, { accountId, userType }: Viewer, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('by_admin', '=', false), where(where.val(userType), '=', 'admin')]))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes every passkey of an account. @returns how many */
export async function deletePasskeys(tx: Transaction, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkey').where('account_id', '=', accountId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes challenges that can no longer be answered. */
export const deleteOldChallenges = (db: Db) =>
  db.deleteFrom('passkey_challenge').where('expires_at', '<', sql<Date>`now()`).execute()
