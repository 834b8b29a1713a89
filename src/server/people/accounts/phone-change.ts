import type { OwnPhoneChange } from '#contract/people/accounts.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockAccount } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './phone-change-rows.ts'

/** The viewer's pending phone change, or null. */
export async function ownPhoneChange({ db }: Pick<Context, 'db'>, viewer: Viewer): Promise<OwnPhoneChange | null> {
  const open = await rows.pendingChangeOf(db, viewer.accountId, viewer.sessionId)
  return open && { ending: open.phone.slice(-4), isConfirmed: open.isConfirmed, canConfirm: open.isFresh }
}

/**
 * Confirms or rejects a pending change from the current number. Confirming needs a login newer than the request,
 * because its code went to the current number; rejecting works in any session.
 */
export async function answerPhoneChange(
  context: Context,
  viewer: Viewer,
  ending: string,
  isMine: boolean,
): Promise<void> {
  const { accountId, sessionId } = viewer
  await transaction(context.db, async (tx) => {
    await lockAccount(tx, accountId)
    const open = await rows.pendingChangeOf(tx, accountId, sessionId)
    if (!open?.phone.endsWith(ending)) {
      if (isMine) throw new AppError('phone-change-gone')
      return
    }
    const written = { kind: 'account', id: accountId, detail: { to: open.phone } } as const
    if (!isMine) {
      await rows.deleteChange(tx, open.id)
      await writeAudit(tx, viewer, 'account.phone-dropped', written)
      return
    }
    if (open.isConfirmed) return
    if (!open.isFresh) throw new AppError('phone-confirm-login')
    await rows.setConfirmed(tx, open.id)
    await writeAudit(tx, viewer, 'account.phone-confirmed', written)
  })
}
