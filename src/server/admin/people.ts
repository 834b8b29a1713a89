import type { AuditAction } from '#contract/audit-actions.ts'
import { endSessions } from '#server/accounts/accounts.ts'
import type { Parts } from '#server/app.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Tx, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { lockAdmins } from './admin-rows.ts'
import { mustOwn } from './admins.ts'
import * as rows from './people-rows.ts'

/** How long another number waits for its first login. */
const phoneHours = 24

type Locked = { id: string; phone: string; isSuspended: boolean }

/** Does one thing with a locked account and writes it down, unless it says that there was nothing to do. */
async function changeAccount(
  { db }: Parts,
  viewer: Viewer,
  id: string,
  action: AuditAction,
  work: (tx: Tx, account: Locked) => Promise<Record<string, unknown> | null>,
): Promise<void> {
  await transaction(db, async (tx) => {
    // Whether somebody is an admin must not change meanwhile.
    await lockAdmins(tx)
    const account = await rows.lockAccount(tx, id)
    if (!account) throw new AppError('not-found')
    const detail = await work(tx, account)
    if (detail) await writeAudit(tx, viewer, action, { kind: 'account', id, detail })
  })
}

/** Logs a person out everywhere. */
export const logOutEverywhere = (parts: Parts, viewer: Viewer, id: string, reason: string) =>
  changeAccount(parts, viewer, id, 'account.log-out', async (tx) => {
    const ended = await endSessions(tx, id)
    return ended > 0 ? { ended, reason } : null
  })

/** Nobody logs in with an account until it is restored. Its bookings stay, for an admin to decide about. */
export const suspend = (parts: Parts, viewer: Viewer, id: string, reason: string) =>
  changeAccount(parts, viewer, id, 'account.suspended', async (tx, { isSuspended }) => {
    if (isSuspended) return null
    if (await rows.roleOf(tx, id)) throw new AppError('is-admin')
    await rows.setSuspended(tx, id, true)
    return { ended: await endSessions(tx, id), reason }
  })

export const restore = (parts: Parts, viewer: Viewer, id: string, reason: string) =>
  changeAccount(parts, viewer, id, 'account.restored', async (tx, { isSuspended }) => {
    if (!isSuspended) return null
    await rows.setSuspended(tx, id, false)
    return { reason }
  })

/** An account waits for another number, which counts when somebody logs in with it: nobody is ever asked for a code. */
export const askPhone = (parts: Parts, viewer: Viewer, id: string, phone: string, reason: string) =>
  changeAccount(parts, viewer, id, 'account.phone-asked', async (tx, account) => {
    // Whoever has an admin's number is half logged in.
    if (await rows.roleOf(tx, id)) mustOwn(viewer)
    if (account.phone === phone || (await rows.openPhoneChange(tx, id)) === phone) return null
    if (await rows.hasAccount(tx, phone)) throw new AppError('phone-has-account')
    await rows.dropPhoneChanges(tx, id, phone)
    await rows.insertPhoneChange(tx, id, phone, viewer.accountId, phoneHours)
    return { from: account.phone, to: phone, reason }
  })

export const dropPhone = (parts: Parts, viewer: Viewer, id: string) =>
  changeAccount(parts, viewer, id, 'account.phone-dropped', async (tx) => {
    const phone = await rows.openPhoneChange(tx, id)
    if (!phone) return null
    await rows.dropPhoneChanges(tx, id, null)
    return { to: phone }
  })
