import { sql } from 'kysely'
import { phoneChangeHours } from '#contract/people/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { deleteFeed } from './calendar-links.ts'
import { endSessionsOf } from './queries.ts'

const isPendingChange = sql`(c.done_at is null and c.expires_at > now())`
/** Confirmed from the old number, or approved by a second admin after the waiting period for objections. */
const isProven = sql`(c.confirmed_at is not null
  or (c.approved_at is not null and c.made_at <= now() - make_interval(hours => ${phoneChangeHours.cooldown})))`

/** A completed phone change, with the contact details for the old number. */
type AppliedPhoneChange = { id: string; accountId: string; from: string } & {
  email: string | null
  language: Language
  side: 'family' | 'mentor' | 'admin'
}

/**
 * Gives a verified number to the account with a pending change to it, and redirects pending messages and calls. A
 * number in use by another account stays there, unless that account is unused; an admin's number changes only on an
 * owner's request.
 */
export async function applyPhoneChange(tx: Transaction, phone: string): Promise<AppliedPhoneChange | null> {
  // Lock the account before reading it, in the order everyone uses.
  await sql`select from phone_change c join account a on a.id = c.account_id
    where c.phone = ${phone} and ${isPendingChange} for update of a`.execute(tx)
  const { rows } = await sql<AppliedPhoneChange>`
    select c.id, c.account_id as "accountId", a.phone as "from", a.language, coalesce(nullif(f.email, ''), nullif(m.email, '')) as email,
      case when f.id is not null then 'family' when m.id is not null then 'mentor' else 'admin' end as side
    from phone_change c join account a on a.id = c.account_id left join family f on f.account_id = a.id left join mentor m on m.account_id = a.id
    where c.phone = ${phone} and ${isPendingChange} and ${isProven} and a.erased_at is null
      and (not exists (select from admin_user u where u.account_id = c.account_id and u.removed_at is null)
        or exists (select from admin_user o where o.account_id = c.made_by and o.role = 'owner' and o.removed_at is null))`.execute(
    tx,
  )
  const change = rows[0]
  if (!change || !(await releaseNumber(tx, phone, change.accountId))) return null
  const { id, accountId, from } = change
  await tx.updateTable('phone_change').set({ done_at: sql`now()`, old_phone: from }).where('id', '=', id).execute()
  await tx.updateTable('account').set({ phone }).where('id', '=', accountId).execute()
  await redirectContacts(tx, accountId, from, phone)
  // The device with the old number may be lost, and with it its passkey and calendar.
  await removeAccess(tx, accountId, from)
  await endSessionsOf(tx, accountId)
  return change
}

/** Removes what a lost device or a number's former holder could still use: known browsers, passkeys and the calendar link. */
export async function removeAccess(tx: Transaction, accountId: string, phone: string): Promise<void> {
  await tx.deleteFrom('known_device').where('phone', '=', phone).execute()
  await tx.deleteFrom('passkey').where('account_id', '=', accountId).execute()
  await deleteFeed(tx, accountId)
}

/** Forgets the email addresses of an account, which a former holder of its number may still read. */
export async function forgetEmails(tx: Transaction, accountId: string): Promise<void> {
  await tx.updateTable('family').set({ email: null }).where('account_id', '=', accountId).execute()
  await tx.updateTable('mentor').set({ email: '' }).where('account_id', '=', accountId).execute()
}

/** Redirects queued messages, open cases and call requests to the new number. */
async function redirectContacts(tx: Transaction, accountId: string, old: string, phone: string): Promise<void> {
  // The notice about the change itself still goes to the old number.
  await sql`update outbox set recipient = ${phone} where channel = 'sms' and recipient = ${old} and sent_at is null
    and (account_id = ${accountId} or account_id is null and given_up_at is null) and template <> 'phone-change-asked'`.execute(
    tx,
  )
  await tx
    .updateTable('support_case')
    .set({ phone })
    .where('account_id', '=', accountId)
    .where('phone', '=', old)
    .where('status', '<>', 'resolved')
    .execute()
  await tx
    .updateTable('call_request')
    .set({ phone })
    .where('account_id', '=', accountId)
    .where('phone', '=', old)
    .where('status', 'in', ['new', 'assigned'])
    .execute()
  await sql`update call_request set mentor_phone = ${phone} where mentor_phone = ${old} and status in ('new', 'assigned')
    and mentor_id = (select id from mentor where account_id = ${accountId})`.execute(tx)
}

/**
 * Frees a number for an account. An unused account holding it is merged into that account. Any other row that
 * references the holder blocks the merge by a constraint, and nothing changes.
 */
async function releaseNumber(tx: Transaction, phone: string, accountId: string): Promise<boolean> {
  const holder = await tx
    .selectFrom('account')
    .select(['id', 'suspended_at'])
    .where('phone', '=', phone)
    .forUpdate()
    .executeTakeFirst()
  if (!holder) return true
  if (holder.suspended_at !== null) return false
  await sql`savepoint before_end`.execute(tx)
  try {
    await mergeUnusedAccount(tx, holder.id, accountId)
    await sql`release savepoint before_end`.execute(tx)
    return true
  } catch (error) {
    // 23503: a row of another table names this account or its family.
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
    await sql`rollback to savepoint before_end`.execute(tx)
    return false
  }
}

async function mergeUnusedAccount(tx: Transaction, id: string, into: string): Promise<void> {
  await endSessionsOf(tx, id)
  const family = sql<string>`(select id from family where account_id = ${id})`
  await sql`update support_case set account_id = ${into},
      family_id = case when family_id = ${family} then (select id from family where account_id = ${into}) else family_id end
    where account_id = ${id}`.execute(tx)
  await tx.updateTable('call_request').set({ account_id: into }).where('account_id', '=', id).execute()
  await tx.updateTable('outbox').set({ account_id: into }).where('account_id', '=', id).execute()
  await sql`update consent set account_id = ${into}, withdrawn_at = coalesce(withdrawn_at, now()) where account_id = ${id}`.execute(
    tx,
  )
  for (const table of ['news', 'message_off', 'session', 'passkey'])
    await sql`delete from ${sql.table(table)} where account_id = ${id}`.execute(tx)
  await tx.deleteFrom('shortlist').where('family_id', '=', family).execute()
  await tx.deleteFrom('family').where('account_id', '=', id).execute()
  await tx.deleteFrom('account').where('id', '=', id).execute()
}

/** Whether an account could take a number; changes nothing. */
export async function canTakeNumber(tx: Transaction, phone: string, accountId: string): Promise<boolean> {
  await sql`savepoint before_try`.execute(tx)
  const isFree = await releaseNumber(tx, phone, accountId)
  await sql`rollback to savepoint before_try`.execute(tx)
  return isFree
}

export type PendingPhoneChange = {
  id: string
  phone: string
  madeBy: string
  isConfirmed: boolean
  isApproved: boolean
  /** The session started after the request with a code, so its login proved the old number. */
  isFresh: boolean
}

/** The pending phone change of an account, or null. Lock the account before changing it. */
export async function pendingChangeOf(
  db: Db,
  accountId: string,
  sessionId: string | null,
): Promise<PendingPhoneChange | null> {
  const { rows } = await sql<PendingPhoneChange>`
    select c.id, c.phone, c.made_by as "madeBy", c.confirmed_at is not null as "isConfirmed", c.approved_at is not null as "isApproved",
      coalesce((select s.created_at > c.made_at and not s.by_passkey from session s where s.id = ${sessionId} and s.account_id = c.account_id), false) as "isFresh"
    from phone_change c where c.account_id = ${accountId} and ${isPendingChange}`.execute(db)
  return rows[0] ?? null
}

/** The number before a change in the last days, with the language of its owner. */
export type OldPhone = { phone: string; language: Language }

export async function recentOldPhoneOf(db: Db, accountId: string, days: number): Promise<OldPhone | null> {
  const { rows } = await sql<OldPhone>`
    select c.old_phone as phone, a.language from phone_change c join account a on a.id = c.account_id
    where c.account_id = ${accountId} and c.old_phone is not null and c.done_at > now() - make_interval(days => ${days})
    order by c.done_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Forgets the old numbers of changes that are longer ago: a number gets another owner in time. */
export const forgetOldPhones = (db: Db, days: number) =>
  sql`update phone_change set old_phone = null where old_phone is not null and done_at < now() - make_interval(days => ${days})`.execute(
    db,
  )

export const setConfirmed = (tx: Transaction, id: string) =>
  tx.updateTable('phone_change').set({ confirmed_at: sql`now()` }).where('id', '=', id).execute()

export const setApproved = (tx: Transaction, id: string, by: string, reason: string) =>
  tx
    .updateTable('phone_change')
    .set({ approved_at: sql`now()`, approved_by: by, approval_reason: reason })
    .where('id', '=', id)
    .execute()

export const deleteChange = (tx: Transaction, id: string) =>
  tx.deleteFrom('phone_change').where('id', '=', id).execute()
