import type { ConfirmationReason } from '#contract/classes/timetables.ts'
import { m } from '#messages'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { warningKey } from './family-confirmation.ts'
import type { FormResult } from './form-result.ts'

const words: Record<ConfirmationReason, () => string> = {
  wish: m.ask_reason_wish,
  soon: m.ask_reason_soon,
  hours: m.ask_reason_hours,
  late: m.ask_reason_late,
}

/** Warns that the family must confirm this time, and why. */
export function ConfirmationNotice({ reasons }: { reasons: readonly ConfirmationReason[] }) {
  return (
    <Notice icon={<Icon name="circle-exclamation-point" size={22} />}>
      {reasons.map((one) => words[one]()).join(' ')} {m.ask_text()}
    </Notice>
  )
}

/** The same warning after a refusal; resubmitting asks the family. */
export function ConfirmationPrompt({ result }: { result: FormResult | undefined }) {
  if (!result?.confirmationReasons) return null
  return (
    <>
      <ConfirmationNotice reasons={result.confirmationReasons} />
      <input type="hidden" name="asked" value={warningKey(result.values)} />
    </>
  )
}
