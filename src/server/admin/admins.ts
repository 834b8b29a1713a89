import type { AdminRole } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockAdmins } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './admin-rows.ts'
import { openPhoneChange } from './people-rows.ts'

/** Only an owner says who is an admin. */
export function mustOwn(viewer: Viewer): void {
  if (viewer.adminRole !== 'owner') throw new AppError('not-allowed')
}

/** Looks again under the lock: the viewer may be no owner any more. */
async function lockAsOwner(tx: Transaction, viewer: Viewer): Promise<void> {
  await lockAdmins(tx)
  if ((await rows.adminById(tx, viewer.accountId))?.role !== 'owner') throw new AppError('not-allowed')
}

async function mustLeaveOwner(tx: Transaction, accountId: string): Promise<void> {
  if ((await rows.otherOwners(tx, accountId)) === 0) throw new AppError('last-owner')
}

type Wish = { phone: string; name: string; role: AdminRole; asNew: boolean; isSure: boolean }

/** Somebody new is no admin by a slip: neither one who is one already, nor by the number of a family or mentor. */
async function mustBeNew(tx: Transaction, id: string, before: { name: string } | null, isSure: boolean): Promise<void> {
  if (before) throw new AppError('already-admin', { id, name: before.name })
  if (isSure) return
  const { mentor, family } = await rows.sidesOf(tx, id)
  if (mentor !== null) throw new AppError('admin-is-mentor', { id, name: mentor })
  if (family !== null) throw new AppError('admin-is-family', { id, name: family })
}

/**
 * Takes back another number that somebody asked for before the person was an admin: whoever holds it must not log in as one.
 * @returns that number
 */
async function dropPhone(tx: Transaction, id: string): Promise<string | null> {
  const phone = await openPhoneChange(tx, id)
  await accounts.deletePendingPhoneChanges(tx, id, null)
  return phone
}

/** Makes the person of a phone an admin, or changes its name and role. So already is a success. */
export async function setAdmin({ db }: Context, viewer: Viewer, wish: Wish): Promise<void> {
  const { phone, name, role, asNew, isSure } = wish
  await transaction(db, async (tx) => {
    await lockAsOwner(tx, viewer)
    const { id, isSuspended } = await accounts.ensureAccountForPhone(tx, phone)
    if (isSuspended) throw new AppError('admin-suspended')
    const before = await rows.adminById(tx, id)
    if (before?.name === name && before.role === role) return
    if (asNew) await mustBeNew(tx, id, before, isSure)
    if (before?.role === 'owner' && role !== 'owner') await mustLeaveOwner(tx, id)
    if (before && id === viewer.accountId && role !== before.role && !isSure) throw new AppError('own-admin-role')
    const phoneDropped = before ? null : await dropPhone(tx, id)
    await accounts.upsertAdmin(tx, id, name, role)
    const detail = { name, role, was: before?.role ?? null, ...(phoneDropped && { phoneDropped }) }
    await writeAudit(tx, viewer, 'admin.set', { kind: 'account', id, detail })
  })
}

/** Takes the admin role of an account away, and ends its sessions as an admin. None already is a success. */
export async function removeAdmin({ db }: Context, viewer: Viewer, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    await lockAsOwner(tx, viewer)
    const before = await rows.adminById(tx, id)
    if (!before) return
    if (before.role === 'owner') await mustLeaveOwner(tx, id)
    await accounts.removeAdmin(tx, id)
    await writeAudit(tx, viewer, 'admin.removed', { kind: 'account', id, detail: { ...before } })
  })
}
