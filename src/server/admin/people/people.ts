import type { AuditAction } from '#contract/admin/audit-actions.ts'
import type { Context } from '#server/context.ts'
import { restoreWithAccount, suspendWithAccount } from '#server/mentors/verification/verification.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import {
  canNobodyElseDecide,
  canTakeNumber,
  deleteFeed,
  deletePendingPhoneChanges,
  endSessions,
  insertPhoneChange,
  lockAccount,
  pendingChangeOf,
  setApproved,
  setSuspended,
} from '#server/people/accounts/accounts.ts'
import { deletePasskeys } from '#server/people/passkeys/passkeys.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { lockAdmins } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { adminById, assertOwner } from './admins.ts'
import * as rows from './rows.ts'

export { adminNamed, ofClass, sentences, timelineOf, whoIs } from './timeline-parts.ts'

type Locked = { id: string; phone: string; isSuspended: boolean }

/** Runs `work` on a locked account and writes the audit entry it returns; null means there was nothing to do. */
async function changeAccount(
  { db }: Context,
  viewer: Viewer,
  id: string,
  action: AuditAction,
  work: (tx: Transaction, account: Locked) => Promise<Record<string, unknown> | null>,
): Promise<void> {
  await transaction(db, async (tx) => {
    // Admin roles must not change until this commits.
    await lockAdmins(tx)
    const account = orNotFound(await lockAccount(tx, id))
    // Operations may act on everyone but owners.
    if ((await adminById(tx, id))?.role === 'owner') assertOwner(viewer)
    const detail = await work(tx, account)
    if (detail) await writeAudit(tx, viewer, action, { kind: 'account', id, detail })
  })
}

/** Ends every session of an account and removes its passkeys and calendar link, because somebody else may have added one. */
export const logOutEverywhere = (context: Context, viewer: Viewer, id: string, reason: string) =>
  changeAccount(context, viewer, id, 'account.log-out', async (tx) => {
    const ended = await endSessions(tx, id)
    const passkeys = await deletePasskeys(tx, id)
    const links = await deleteFeed(tx, id)
    return ended + passkeys + links > 0 ? { ended, passkeys, reason } : null
  })

/** Blocks logins and suspends the account's mentor. Bookings stay until an admin decides about them. */
export const suspend = (context: Context, viewer: Viewer, id: string, reason: string) =>
  changeAccount(context, viewer, id, 'account.suspended', async (tx, { isSuspended }) => {
    if (isSuspended) return null
    if (await adminById(tx, id)) throw new AppError('is-admin')
    await setSuspended(tx, id, true)
    await deleteFeed(tx, id)
    const isPaused = await suspendWithAccount(tx, context.config, id, viewer.accountId)
    return { ended: await endSessions(tx, id), reason, ...(isPaused && { mentor: 'paused' }) }
  })

/** Allows logins again and restores the mentor unless it is suspended for another reason. */
export const restore = (context: Context, viewer: Viewer, id: string, reason: string) =>
  changeAccount(context, viewer, id, 'account.restored', async (tx, { isSuspended }) => {
    if (!isSuspended) return null
    await setSuspended(tx, id, false)
    const mentor = await restoreWithAccount(tx, context, id, viewer.accountId, reason)
    return { reason, ...(mentor && { mentor }) }
  })

/**
 * Requests a phone change. It takes effect after the old number confirms or a second admin approves, and the new number has
 * logged in. The old number is notified at once.
 */
export const askPhone = (context: Context, viewer: Viewer, id: string, phone: string, reason: string) =>
  changeAccount(context, viewer, id, 'account.phone-asked', async (tx, account) => {
    // An admin's phone is one of its two login factors, so only an owner may change it.
    if (await adminById(tx, id)) assertOwner(viewer)
    if (account.phone === phone) throw new AppError('phone-same')
    if ((await rows.openPhoneChange(tx, id)) === phone) return null
    if (!(await canTakeNumber(tx, phone, id))) throw new AppError('phone-has-account')
    await deletePendingPhoneChanges(tx, id, phone)
    const change = await insertPhoneChange(tx, id, phone, viewer.accountId)
    const values = inBothLanguages(() => ({ ending: phone.slice(-4) }))
    const side = await rows.sideOf(tx, id)
    await notify(tx, { event: 'phone-change-asked', accountId: id, side, onceKey: change, values })
    return { from: account.phone, to: phone, reason }
  })

/** Approves a phone change when the old number is lost. It takes a second admin, or an owner if there is no other. */
export const approvePhone = (context: Context, viewer: Viewer, id: string, phone: string, reason: string) =>
  changeAccount(context, viewer, id, 'account.phone-approved', async (tx) => {
    const open = await pendingChangeOf(tx, id, null)
    if (open?.phone !== phone) throw new AppError('phone-change-gone')
    if (open.isConfirmed || open.isApproved) return null
    const isOwn = open.madeBy === viewer.accountId || id === viewer.accountId
    const isAlone = viewer.adminRole === 'owner' && (await canNobodyElseDecide(tx, viewer.accountId))
    if (isOwn && !isAlone) throw new AppError('phone-own-approval')
    await setApproved(tx, open.id, viewer.accountId, reason)
    return { to: phone, reason }
  })

export const dropPhone = (context: Context, viewer: Viewer, id: string) =>
  changeAccount(context, viewer, id, 'account.phone-dropped', async (tx) => {
    const phone = await rows.openPhoneChange(tx, id)
    if (!phone) return null
    await deletePendingPhoneChanges(tx, id, null)
    return { to: phone }
  })
