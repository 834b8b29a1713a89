import type { ConfirmationReason } from '#contract/classes/timetables.ts'
import { m } from '#messages'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { warnedOf } from './asked-form.ts'
import type { FormResult } from './form-result.ts'

const words: Record<ConfirmationReason, () => string> = {
  wish: m.ask_reason_wish,
  soon: m.ask_reason_soon,
  hours: m.ask_reason_hours,
}

/** Warns that the family must confirm this time, and why. */
export function AskNotice({ reasons }: { reasons: readonly ConfirmationReason[] }) {
  return (
    <Notice icon={<Icon name="circle-exclamation-point" size={22} />}>
      {reasons.map((one) => words[one]()).join(' ')} {m.ask_text()}
    </Notice>
  )
}

/** The same warning after a refusal; resubmitting asks the family. */
export function AskFamily({ result }: { result: FormResult | undefined }) {
  if (!result?.asks) return null
  return (
    <>
      <AskNotice reasons={result.asks} />
      <input type="hidden" name="asked" value={warnedOf(result.values)} />
    </>
  )
}
