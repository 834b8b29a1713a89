import type { Config } from '#server/config.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money } from '#server/platform/figures.ts'
import type { Line } from './locked-rows.ts'

export async function notifyPayoutPaid(
  tx: Transaction,
  config: Config,
  payout: Line,
  reference: string,
): Promise<void> {
  const { id, accountId, amountPaise, account } = payout
  const link = `${config.publicUrl}/dashboard/mentor`
  const values = inBothLanguages(() => ({ amount: money(amountPaise), account, reference, link }))
  await notify(tx, { event: 'payout-paid', accountId, side: 'mentor', onceKey: id, values })
}

/** Notifies the mentor of a changed payout account, to reveal a stolen login. */
export async function notifyAccountSet(
  tx: Transaction,
  accountId: string,
  payoutAccountId: string,
  account: string,
): Promise<void> {
  const values = inBothLanguages(() => ({ account }))
  await notify(tx, { event: 'payout-account-set', accountId, side: 'mentor', onceKey: payoutAccountId, values })
}
