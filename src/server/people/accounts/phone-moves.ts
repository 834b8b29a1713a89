import { inBoth, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { takePhoneChange } from './phone-rows.ts'

/**
 * Gives the account that waits for a number, which was proven just now, that number. Whoever has the old one hears of it there,
 * and by e-mail where there is an address: it may be the owner, who asked nobody for it.
 */
export async function movePhone(tx: Tx, phone: string): Promise<void> {
  const moved = await takePhoneChange(tx, phone)
  if (!moved) return
  const { id, accountId, from, email, language, side } = moved
  await writeAudit(tx, null, 'account.phone-changed', { kind: 'account', id: accountId })
  const values = inBoth(() => ({ ending: phone.slice(-4) }))
  const old = { phone: from, email, language, writer: { accountId, side } }
  await notify(tx, { event: 'phone-changed', ...old, onceKey: id, values })
}
