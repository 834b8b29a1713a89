import { useFetcher } from 'react-router'
import type { Replacement, ReplacementChoice } from '#contract/money/replacements.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { Button } from '../../ui/button.tsx'
import { LabelLine } from '../../ui/label-frame.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { priceDifferenceText } from './replacement-text.ts'

type Props = { mentor: Replacement; choice: ReplacementChoice; before: string }

/** Summary of a replacement in rupees and minutes, with the confirm button. Submitting twice is idempotent. */
export function ConfirmReplacement({ mentor, choice, before }: Props) {
  const fetcher = useFetcher<FormResult>({ key: `replace-${mentor._id}` })
  const result = useResult(fetcher, 'replace', mentor._id)
  const { fullName: name, monthlyPrice, difference, minutes } = mentor
  const month = [formatRupees(monthlyPrice), priceDifferenceText(difference)].filter(Boolean).join(', ')
  return (
    <DashboardForm fetcher={fetcher} intent="replace" of={mentor._id} result={result} className="grid gap-4">
      <dl>
        <LabelLine name={m.replace_goes({ name })}>{formatRupees(choice.balance)}</LabelLine>
        <LabelLine name={m.replace_buys()}>{minutesText(minutes)}</LabelLine>
        <LabelLine name={m.replace_month()}>{month}</LabelLine>
        {choice.withGuarantee && choice.guarantee && (
          <LabelLine name={m.first_in_balance()}>{formatRupees(choice.guarantee.fee)}</LabelLine>
        )}
      </dl>
      <p>{m.replace_confirm_text({ before, name })}</p>
      <input type="hidden" name="balance" value={choice.balance} />
      <input type="hidden" name="minutes" value={minutes} />
      {choice.withGuarantee && <input type="hidden" name="guarantee" value="yes" />}
      <Button
        type="submit"
        loading={fetcher.state !== 'idle'}
        loadingText={m.dash_saving()}
        className="max-sm:w-full sm:justify-self-start"
      >
        {m.replace_confirm({ name })}
      </Button>
    </DashboardForm>
  )
}
