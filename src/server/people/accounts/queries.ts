import { sql } from 'kysely'
import type { OwnMentor } from '#contract/people/accounts.ts'
import { numberRestDays } from '#contract/privacy/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { UserType } from '#server/platform/sessions.ts'

/** Stores the provider's reference for a code it generated. */
export const setProviderReference = (db: Db, id: string, reference: string) =>
  db.updateTable('otp_challenge').set({ provider_reference: reference }).where('id', '=', id).execute()

/** Stores the hash of a code the provider accepted, and undoes the attempt counted before asking the provider. */
export const acceptProviderCode = (db: Db, id: string, codeHash: Buffer) =>
  db
    .updateTable('otp_challenge')
    .set((eb) => ({ code_hash: codeHash, tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .where('code_hash', 'is', null)
    .execute()

/** `codeHash` is null while only the provider, under `reference`, knows the code. */
export type Challenge = {
  phone: string
  codeHash: Buffer | null
  reference: string | null
  tries: number
  used: boolean
  expired: boolean
}

/** Locks a challenge requested by this browser for this role. */
export async function lockChallenge(
  tx: Transaction,
  id: string,
  userType: UserType,
  browserHash: Buffer,
): Promise<Challenge | null> {
  const { rows } = await sql<Challenge>`
    select phone, code_hash as "codeHash", provider_reference as reference, tries, used_at is not null as used, expires_at <= now() as expired
    from otp_challenge where id = ${id} and user_type = ${userType} and browser_hash = ${browserHash} for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

export const countAttempt = (tx: Transaction, id: string) =>
  tx
    .updateTable('otp_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
export const markChallengeUsed = (tx: Transaction, id: string) =>
  tx.updateTable('otp_challenge').set({ used_at: sql`now()` }).where('id', '=', id).execute()

/** Returns the account of a verified phone, creating it at the first login. */
export async function ensureAccount(tx: Transaction, phone: string, language: Language) {
  const { rows } = await sql<{ id: string; isSuspended: boolean }>`
    insert into account (phone, language) values (${phone}, ${language})
    on conflict (phone) do update set phone = excluded.phone returning id, suspended_at is not null as "isSuspended"`.execute(
    tx,
  )
  const account = rows[0]
  if (!account) throw new Error('account upsert returned no row')
  return account
}

/** How to tell the person of an account. */
type AccountContact = { email: string | null; language: Language; side: 'family' | 'mentor' }

/**
 * The contact of an account that nobody used for as long as numbers rest, in a browser that is not known: the number may have
 * a new holder. Once sessions are deleted, the last login counts. Demo accounts have no holder.
 */
export async function restedContact(
  tx: Transaction,
  accountId: string,
  browserHash: Buffer,
): Promise<AccountContact | null> {
  const { rows } = await sql<AccountContact>`
    select a.language, coalesce(nullif(f.email, ''), nullif(m.email, '')) as email, case when f.id is null then 'mentor' else 'family' end as side
    from account a left join family f on f.account_id = a.id left join mentor m on m.account_id = a.id
    where a.id = ${accountId} and not a.demo and now() - make_interval(days => ${numberRestDays}) > greatest(a.created_at,
        (select max(seen_at) from session where account_id = a.id), (select max(used_at) from passkey where account_id = a.id),
        (select max(verified_at) from known_device where phone = a.phone))
      and not exists (select from known_device where phone = a.phone and browser_hash = ${browserHash})`.execute(tx)
  return rows[0] ?? null
}

/**
 * Ends all sessions of an account; a trigger disconnects its live connections. @returns the number of ended sessions
 */
export async function endSessionsOf(tx: Transaction, accountId: string): Promise<number> {
  const ended = await tx
    .updateTable('session')
    .set({ revoked_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .execute()
  return ended.length
}

export async function ensureFamily(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into family (account_id) values (${accountId})
    on conflict (account_id) do update set account_id = excluded.account_id returning id`.execute(db)
  const family = rows[0]
  if (!family) throw new Error('family upsert returned no row')
  return family.id
}

export async function isSuspended(db: Db, accountId: string): Promise<boolean> {
  const account = await db.selectFrom('account').select('suspended_at').where('id', '=', accountId).executeTakeFirst()
  return account?.suspended_at !== null
}

export async function mentorIdOf(db: Db, accountId: string): Promise<string | null> {
  const mentor = await db.selectFrom('mentor').select('id').where('account_id', '=', accountId).executeTakeFirst()
  return mentor?.id ?? null
}

export async function lockAdmin(tx: Transaction, accountId: string) {
  const admin = await tx
    .selectFrom('admin_user')
    .select(['totp_secret as secret', 'totp_used_step as usedStep'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return admin ?? null
}

export const setUsedTotpStep = (tx: Transaction, accountId: string, step: number) =>
  tx.updateTable('admin_user').set({ totp_used_step: step }).where('account_id', '=', accountId).execute()

/** Returns the challenge's pending authenticator secret, sealed; stores `fresh` when there is none yet. */
export async function pendingTotpSecret(tx: Transaction, id: string, fresh: string): Promise<string> {
  const { rows } = await sql<{ secret: string }>`
    update otp_challenge set totp_secret = coalesce(totp_secret, ${fresh}) where id = ${id} returning totp_secret as secret`.execute(
    tx,
  )
  const challenge = rows[0]
  if (!challenge) throw new Error('a locked challenge is missing')
  return challenge.secret
}

export const setTotpSecret = (tx: Transaction, accountId: string, secret: string, step: number) =>
  tx
    .updateTable('admin_user')
    .set({ totp_secret: secret, totp_used_step: step })
    .where('account_id', '=', accountId)
    .execute()

export async function replaceRecoveryCodes(
  tx: Transaction,
  accountId: string,
  hashes: readonly Buffer[],
  keyName: string,
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await sql`insert into recovery_code (account_id, code_hash, key_name)
    select ${accountId}, unnest(${[...hashes]}::bytea[]), ${keyName}`.execute(tx)
}

/** Marks a recovery code as used; `hashes` has one for each secret key. @returns false when no unused code matches */
export async function redeemRecoveryCode(tx: Transaction, accountId: string, hashes: Buffer[]): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The mentor of an account. */
export const ownMentorRow = (
  accountId: string,
) => sql<OwnMentor>`select id as "_id", 'MS-' || number as number, slug, full_name as "fullName", photo as "profilePhoto", status,
      show_on_website as "showOnWebsite", is_listed as "isListed", rating::float8 as rating from mentor where account_id = ${accountId}`

export async function mentorOfAccount(db: Db, accountId: string) {
  const { rows } = await ownMentorRow(accountId).execute(db)
  return rows[0] ?? null
}

export const setSessionUserType = (db: Db, sessionId: string, userType: UserType) =>
  db.updateTable('session').set({ user_type: userType }).where('id', '=', sessionId).execute()

/** SQL condition: the `admin_user` `u` has an authenticator and an active account. */
export const adminCanLogIn = sql`(u.removed_at is null and u.totp_secret is not null
  and exists (select from account a where a.id = u.account_id and a.suspended_at is null))`

/** Whether no other owner or operations admin can log in. */
export async function canNobodyElseDecide(tx: Transaction, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from admin_user u where u.role <> 'support' and u.account_id <> ${accountId} and ${adminCanLogIn} limit 1`.execute(
    tx,
  )
  return rows.length === 0
}
