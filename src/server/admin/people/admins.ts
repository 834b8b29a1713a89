import { sql } from 'kysely'
import type { Admin } from '#contract/people/people.ts'
import type { AdminRole } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { adminCanLogIn } from '#server/people/accounts/accounts.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockAdmins } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { openPhoneChange } from './rows.ts'

type Row = Omit<Admin, 'seenAt' | 'since'> & { seenAt: Date | null; since: Date }

export async function listAdmins(db: Db): Promise<Admin[]> {
  const { rows } = await sql<Row>`
    select a.id as "_id", u.name, a.phone, u.role, u.totp_secret is not null as "isEnrolled", u.created_at as since,
      (select max(s.seen_at) from session s where s.account_id = a.id and s.user_type = 'admin') as "seenAt"
    from admin_user u join account a on a.id = u.account_id where u.removed_at is null
    order by array_position(array['owner', 'operations', 'support'], u.role), u.name, a.id`.execute(db)
  return rows.map(({ seenAt, since, ...rest }) => ({
    ...rest,
    seenAt: seenAt?.toISOString() ?? null,
    since: since.toISOString(),
  }))
}

export async function adminById(tx: Transaction, accountId: string) {
  const admin = await tx
    .selectFrom('admin_user')
    .select(['name', 'role'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return admin ?? null
}

/** Counts the other owners who can log in, that is, who have set up their second factor. */
async function otherOwners(tx: Transaction, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from admin_user u where u.role = 'owner' and u.account_id <> ${accountId} and ${adminCanLogIn}`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** Names of the mentor and family of an account: empty if not given, null if it has no such role. */
async function sidesOf(tx: Transaction, accountId: string) {
  const { rows } = await sql<{ mentor: string | null; family: string | null }>`
    select (select coalesce(full_name, '') from mentor where account_id = ${accountId}) as mentor,
      (select coalesce(name, '') from family where account_id = ${accountId}) as family`.execute(tx)
  return rows[0] ?? { mentor: null, family: null }
}

/** @throws AppError `not-allowed` unless the viewer is an owner */
export function assertOwner(viewer: Viewer): void {
  if (viewer.adminRole !== 'owner') throw new AppError('not-allowed')
}

/** Checks the role again under the lock, because it may have changed since the request began. */
async function lockAsOwner(tx: Transaction, viewer: Viewer): Promise<void> {
  await lockAdmins(tx)
  if ((await adminById(tx, viewer.accountId))?.role !== 'owner') throw new AppError('not-allowed')
}

async function assertOwnerRemains(tx: Transaction, accountId: string): Promise<void> {
  if ((await otherOwners(tx, accountId)) === 0) throw new AppError('last-owner')
}

type NewAdmin = { phone: string; name: string; role: AdminRole; asNew: boolean; isSure: boolean }

/** Refuses a phone that belongs to an admin, or to a family or mentor unless the owner has confirmed it. */
async function assertCanBecomeAdmin(
  tx: Transaction,
  id: string,
  before: { name: string } | null,
  isSure: boolean,
): Promise<void> {
  if (before) throw new AppError('already-admin', { id, name: before.name })
  if (isSure) return
  const { mentor, family } = await sidesOf(tx, id)
  if (mentor !== null) throw new AppError('admin-is-mentor', { id, name: mentor })
  if (family !== null) throw new AppError('admin-is-family', { id, name: family })
}

/**
 * Cancels a phone change requested before the person became an admin, so that the new number cannot log in as one.
 * @returns the number of the cancelled change, or null
 */
async function dropPhone(tx: Transaction, id: string): Promise<string | null> {
  const phone = await openPhoneChange(tx, id)
  await accounts.deletePendingPhoneChanges(tx, id, null)
  return phone
}

/** Makes the owner of a phone an admin, or changes the admin's name and role. Safe to repeat. */
export async function setAdmin({ db }: Context, viewer: Viewer, admin: NewAdmin): Promise<void> {
  const { phone, name, role, asNew, isSure } = admin
  await transaction(db, async (tx) => {
    await lockAsOwner(tx, viewer)
    const { id, isSuspended } = await accounts.ensureAccountForPhone(tx, phone)
    if (isSuspended) throw new AppError('admin-suspended')
    const before = await adminById(tx, id)
    if (before?.name === name && before.role === role) return
    if (asNew) await assertCanBecomeAdmin(tx, id, before, isSure)
    if (before?.role === 'owner' && role !== 'owner') await assertOwnerRemains(tx, id)
    if (before && id === viewer.accountId && role !== before.role && !isSure) throw new AppError('own-admin-role')
    const phoneDropped = before ? null : await dropPhone(tx, id)
    await accounts.upsertAdmin(tx, id, name, role)
    const detail = { name, role, was: before?.role ?? null, ...(phoneDropped && { phoneDropped }) }
    await writeAudit(tx, viewer, 'admin.set', { kind: 'account', id, detail })
  })
}

/** Removes the admin role and ends the admin sessions. Safe to repeat. */
export async function removeAdmin({ db }: Context, viewer: Viewer, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    await lockAsOwner(tx, viewer)
    const before = await adminById(tx, id)
    if (!before) return
    if (before.role === 'owner') await assertOwnerRemains(tx, id)
    await accounts.removeAdmin(tx, id)
    await writeAudit(tx, viewer, 'admin.removed', { kind: 'account', id, detail: { ...before } })
  })
}
