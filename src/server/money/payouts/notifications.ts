import type { AccountProblem } from '#contract/money/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Config } from '#server/config.ts'
import { inBothLanguages, mentorHome, notify } from '#server/notifications/notifications.ts'
import type { OldPhone } from '#server/people/accounts/accounts.ts'
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
  const values = inBothLanguages((language) => ({
    amount: money(amountPaise),
    account,
    reference,
    link: mentorHome(config.publicUrl, language),
  }))
  await notify(tx, { event: 'payout-paid', accountId, side: 'mentor', onceKey: id, values })
}

/** Notifies the mentor of a changed payout account, to reveal a stolen login: also at the number before a recent change of it. */
export async function notifyAccountSet(
  tx: Transaction,
  accountId: string,
  payoutAccountId: string,
  account: string,
  old: OldPhone | null,
): Promise<void> {
  const values = inBothLanguages(() => ({ account }))
  const message = { event: 'payout-account-set' as const, onceKey: payoutAccountId, values }
  await notify(tx, { ...message, accountId, side: 'mentor' })
  if (old) await notify(tx, { ...message, ...old })
}

const problemTexts: Record<AccountProblem, Record<Language, string>> = {
  account: { en: 'the bank could not find this account number', hi: 'बैंक में यह खाता नंबर नहीं मिला' },
  ifsc: { en: 'the bank does not recognise this IFSC', hi: 'बैंक में यह IFSC नहीं मिला' },
  blocked: { en: 'the bank has blocked this account', hi: 'बैंक ने यह खाता रोक रखा है' },
  nre: { en: 'it is an NRE account, which cannot be paid in India', hi: 'यह NRE खाता है, जिसमें भारत से भुगतान नहीं होता' },
  upi: { en: 'this UPI ID does not exist', hi: 'यह UPI आईडी मौजूद नहीं है' },
  name: { en: 'the name does not match your profile', hi: 'खाता प्रोफ़ाइल से अलग नाम पर है' },
}

export async function notifyAccountRefused(
  tx: Transaction,
  accountId: string,
  payoutAccountId: string,
  account: string,
  problem: AccountProblem,
): Promise<void> {
  const values = inBothLanguages((language) => ({ account, reason: problemTexts[problem][language] }))
  await notify(tx, {
    event: 'payout-account-refused',
    accountId,
    side: 'mentor',
    onceKey: payoutAccountId,
    values,
  })
}
