import type { AuditAction } from '#contract/admin/audit-actions.ts'
import type { Context } from '#server/context.ts'
import { restoreWithAccount, suspendWithAccount } from '#server/mentors/verification/verification.ts'
import { inBoth, notify } from '#server/notifications/notifications.ts'
import {
  canTakeNumber,
  deletePendingPhoneChanges,
  endSessions,
  insertPhoneChange,
  lockAccount,
  pendingChangeOf,
  setApproved,
  setSuspended,
} from '#server/people/accounts/accounts.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockAdmins } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { canNobodyElseDecide } from './admin-rows.ts'
import { mustOwn } from './admins.ts'
import * as rows from './people-rows.ts'

type Locked = { id: string; phone: string; isSuspended: boolean }

/** Does one thing with a locked account and writes it down, unless it says that there was nothing to do. */
async function changeAccount(
  { db }: Context,
  viewer: Viewer,
  id: string,
  action: AuditAction,
  work: (tx: Transaction, account: Locked) => Promise<Record<string, unknown> | null>,
): Promise<void> {
  await transaction(db, async (tx) => {
    // Whether somebody is an admin must not change meanwhile.
    await lockAdmins(tx)
    const account = await lockAccount(tx, id)
    if (!account) throw new AppError('not-found')
    const detail = await work(tx, account)
    if (detail) await writeAudit(tx, viewer, action, { kind: 'account', id, detail })
  })
}

/** Logs a person out everywhere. */
export const logOutEverywhere = (context: Context, viewer: Viewer, id: string, reason: string) =>
  changeAccount(context, viewer, id, 'account.log-out', async (tx) => {
    const ended = await endSessions(tx, id)
    return ended > 0 ? { ended, reason } : null
  })

/** Nobody logs in with an account until it is restored; its mentor is paused with it. Its bookings stay, for an admin to decide about. */
export const suspend = (context: Context, viewer: Viewer, id: string, reason: string) =>
  changeAccount(context, viewer, id, 'account.suspended', async (tx, { isSuspended }) => {
    if (isSuspended) return null
    if (await rows.roleOf(tx, id)) throw new AppError('is-admin')
    await setSuspended(tx, id, true)
    const isPaused = await suspendWithAccount(tx, context.config, id, viewer.accountId)
    return { ended: await endSessions(tx, id), reason, ...(isPaused && { mentor: 'paused' }) }
  })

/** An account is in use again, with its mentor where nothing else paused that. */
export const restore = (context: Context, viewer: Viewer, id: string, reason: string) =>
  changeAccount(context, viewer, id, 'account.restored', async (tx, { isSuspended }) => {
    if (!isSuspended) return null
    await setSuspended(tx, id, false)
    const mentor = await restoreWithAccount(tx, context, id, viewer.accountId, reason)
    return { reason, ...(mentor && { mentor }) }
  })

/**
 * An account waits for another number, which counts when the wish was proven and somebody logs in with it: nobody is ever asked for
 * a code. The old number is told at once.
 */
export const askPhone = (context: Context, viewer: Viewer, id: string, phone: string, reason: string) =>
  changeAccount(context, viewer, id, 'account.phone-asked', async (tx, account) => {
    // Whoever has an admin's number is half logged in.
    if (await rows.roleOf(tx, id)) mustOwn(viewer)
    if (account.phone === phone) throw new AppError('phone-same')
    if ((await rows.openPhoneChange(tx, id)) === phone) return null
    if (!(await canTakeNumber(tx, phone, id))) throw new AppError('phone-has-account')
    await deletePendingPhoneChanges(tx, id, phone)
    const change = await insertPhoneChange(tx, id, phone, viewer.accountId)
    const values = inBoth(() => ({ ending: phone.slice(-4) }))
    const side = await rows.sideOf(tx, id)
    await notify(tx, { event: 'phone-change-asked', accountId: id, side, onceKey: change, values })
    return { from: account.phone, to: phone, reason }
  })

/** The old number is lost: a second admin says yes to what the first asked, an owner alone where nobody else could. */
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
