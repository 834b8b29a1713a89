import { type Kysely, sql } from 'kysely'
import type { Admin } from '#contract/people/people.ts'
import type { AdminRole } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { canLogIn } from '#server/people/accounts/accounts.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockAdmins } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { openPhoneChange } from './rows.ts'

type Db = Kysely<DB>
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
  const { rows } = await sql<{ name: string; role: AdminRole }>`
    select name, role from admin_user where account_id = ${accountId} and removed_at is null`.execute(tx)
  return rows[0] ?? null
}

/** Owners besides this one who can log in: one who never did would leave everybody locked out. */
export async function otherOwners(tx: Transaction, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from admin_user u where u.role = 'owner' and u.account_id <> ${accountId} and ${canLogIn}`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** There is no other owner or operations admin who could log in and decide. */
export async function canNobodyElseDecide(tx: Transaction, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from admin_user u where u.role <> 'support' and u.account_id <> ${accountId} and ${canLogIn} limit 1`.execute(
    tx,
  )
  return rows.length === 0
}

/** Whose number it is besides: names, empty where none was given; null where it is no such account. */
export async function sidesOf(tx: Transaction, accountId: string) {
  const { rows } = await sql<{ mentor: string | null; family: string | null }>`
    select (select coalesce(full_name, '') from mentor where account_id = ${accountId}) as mentor,
      (select coalesce(name, '') from family where account_id = ${accountId}) as family`.execute(tx)
  return rows[0] ?? { mentor: null, family: null }
}

/** Only an owner says who is an admin. */
export function mustOwn(viewer: Viewer): void {
  if (viewer.adminRole !== 'owner') throw new AppError('not-allowed')
}

/** Looks again under the lock: the viewer may be no owner any more. */
async function lockAsOwner(tx: Transaction, viewer: Viewer): Promise<void> {
  await lockAdmins(tx)
  if ((await adminById(tx, viewer.accountId))?.role !== 'owner') throw new AppError('not-allowed')
}

async function mustLeaveOwner(tx: Transaction, accountId: string): Promise<void> {
  if ((await otherOwners(tx, accountId)) === 0) throw new AppError('last-owner')
}

type Wish = { phone: string; name: string; role: AdminRole; asNew: boolean; isSure: boolean }

/** Somebody new is no admin by a slip: neither one who is one already, nor by the number of a family or mentor. */
async function mustBeNew(tx: Transaction, id: string, before: { name: string } | null, isSure: boolean): Promise<void> {
  if (before) throw new AppError('already-admin', { id, name: before.name })
  if (isSure) return
  const { mentor, family } = await sidesOf(tx, id)
  if (mentor !== null) throw new AppError('admin-is-mentor', { id, name: mentor })
  if (family !== null) throw new AppError('admin-is-family', { id, name: family })
}

/**
 * Takes back another number that somebody asked for before the person was an admin: whoever holds it must not log in as one.
 * @returns that number
 */
async function dropPhone(tx: Transaction, id: string): Promise<string | null> {
  const phone = await openPhoneChange(tx, id)
  await accounts.dropPhoneChanges(tx, id, null)
  return phone
}

/** Makes the person of a phone an admin, or changes its name and role. So already is a success. */
export async function setAdmin({ db }: Context, viewer: Viewer, wish: Wish): Promise<void> {
  const { phone, name, role, asNew, isSure } = wish
  await transaction(db, async (tx) => {
    await lockAsOwner(tx, viewer)
    const { id, isSuspended } = await accounts.accountOfPhone(tx, phone)
    if (isSuspended) throw new AppError('admin-suspended')
    const before = await adminById(tx, id)
    if (before?.name === name && before.role === role) return
    if (asNew) await mustBeNew(tx, id, before, isSure)
    if (before?.role === 'owner' && role !== 'owner') await mustLeaveOwner(tx, id)
    if (before && id === viewer.accountId && role !== before.role && !isSure) throw new AppError('own-admin-role')
    const phoneDropped = before ? null : await dropPhone(tx, id)
    await accounts.putAdmin(tx, id, name, role)
    const detail = { name, role, was: before?.role ?? null, ...(phoneDropped && { phoneDropped }) }
    await writeAudit(tx, viewer, 'admin.set', { kind: 'account', id, detail })
  })
}

/** Takes the admin role of an account away, and ends its sessions as an admin. None already is a success. */
export async function removeAdmin({ db }: Context, viewer: Viewer, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    await lockAsOwner(tx, viewer)
    const before = await adminById(tx, id)
    if (!before) return
    if (before.role === 'owner') await mustLeaveOwner(tx, id)
    await accounts.removeAdmin(tx, id)
    await writeAudit(tx, viewer, 'admin.removed', { kind: 'account', id, detail: { ...before } })
  })
}
