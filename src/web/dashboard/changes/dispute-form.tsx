import { useFetcher } from 'react-router'
import { disputeReasons } from '#contract/classes/limits.ts'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { reasonNames } from '../../dispute-labels.ts'
import { useSite } from '../../shell/site-state.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice.tsx'
import { TextArea } from '../../ui/field.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { ReportableClass } from '../kit/classes.ts'
import { markedTime } from '../kit/confirm-card.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { classId, classLine } from '../kit/labels.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import { disputeFetcherKey } from '../kit/use-dispute-result.ts'

/** Disputes a marked lesson. Repeating is idempotent, so no key is needed. */
export function DisputeForm({ one }: { one: ReportableClass }) {
  const { callingNo } = useSite()
  const { booking, lesson, record } = one
  const fetcher = useFetcher<FormResult>({ key: disputeFetcherKey })
  const result = useResult(fetcher, 'dispute', lesson._id)
  const { reason, text } = result?.values ?? {}
  return (
    <DashboardForm fetcher={fetcher} intent="dispute" of={lesson._id} result={result} className="grid gap-4">
      <div>
        <p className="font-semibold text-ink">{markedTime(one)}</p>
        <p className="text-muted">
          {m.dash_joined({
            first: classLine(booking),
            second: `${m.dash_class_id()} ${classId(booking._id)}`,
          })}
        </p>
      </div>
      <ChoiceGroup legend={m.dispute_what()}>
        {disputeReasons.map((name) => (
          <label key={name} className="choice">
            <input type="radio" name="reason" value={name} required defaultChecked={reason === name} />
            <span>{reasonNames[name]()}</span>
          </label>
        ))}
      </ChoiceGroup>
      <TextArea
        label={m.dispute_words()}
        help={m.dispute_words_help()}
        error={result?.fields.text}
        name="text"
        rows={3}
        maxLength={600}
        defaultValue={text}
      />
      <p>{m.dispute_intro({ amount: formatRupees(record.fee) })}</p>
      <a href={telHref(callingNo)} className="text-link justify-self-start py-2.5">
        {m.dash_call_number({ number: callingNo })}
      </a>
      <StickyAction>
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.dispute_send()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}
