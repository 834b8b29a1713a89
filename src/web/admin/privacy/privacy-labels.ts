import type { ErasureBlocker } from '#contract/privacy/limits.ts'
import { m } from '#messages'
import { retentionTexts } from '../../retention-texts.ts'

const held: Record<ErasureBlocker | 'case-about' | 'invoice', () => string> = {
  booking: m.privacy_open_booking,
  payment: m.privacy_open_payment,
  refund: m.privacy_open_refund,
  dispute: m.privacy_open_dispute,
  case: m.privacy_open_case,
  payout: m.privacy_open_payout,
  balance: m.privacy_open_balance,
  admin: m.privacy_open_admin,
  'case-about': m.desk_held_case,
  invoice: m.desk_held_invoice,
}
export const heldText = (one: keyof typeof held): string => held[one]()

/** Text of a clock; its name while an older report has one that is gone. */
export const clockText = (name: string): string => retentionTexts().find((one) => one.clock === name)?.text ?? name
