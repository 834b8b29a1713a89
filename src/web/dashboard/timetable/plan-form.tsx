import { useFetcher } from 'react-router'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmationPrompt } from '../kit/confirmation-notice.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import type { ShownTimetable } from '../kit/timetable.server.ts'
import { WhenFields } from '../kit/when-fields.tsx'
import { planKey } from './plan-dialog.tsx'
import { type UnscheduledItem, WhatAndWhy } from './unscheduled-list.tsx'

type Props = { one: UnscheduledItem; timetable: ShownTimetable; now: number; formKey: string }

export function PlanForm({ one, timetable, now, formKey }: Props) {
  const { booking, rule } = timetable
  const fetcher = useFetcher<FormResult>({ key: planKey })
  const result = useResult(fetcher, 'plan', booking._id)
  // All of it, up to one lesson's length.
  const length = one.credit === null && rule && one.minutes > rule.minutes ? rule.minutes : null
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="plan"
      of={booking._id}
      result={result}
      // Keys are limited to 100 characters including the form's suffix.
      formKey={`${formKey}-${one.id.slice(-12)}`}
      noValidate
      className="grid gap-4"
    >
      {one.credit !== null && <input type="hidden" name="credit" value={one.credit} />}
      {length !== null && <input type="hidden" name="minutes" value={length} />}
      {length === null ? (
        <WhatAndWhy {...one} />
      ) : (
        <p>
          <b className="text-ink">{minutesText(length)}</b>{' '}
          <span className="text-muted">{m.timetable_of({ time: minutesText(one.minutes) })}</span>
        </p>
      )}
      <WhenFields
        result={result}
        date=""
        time={rule?.time ?? ''}
        mentor={booking.mentor._id}
        minutes={length ?? one.minutes}
        now={now}
      />
      <StickyAction>
        <ConfirmationPrompt result={result} />
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {result?.confirmationReasons ? m.ask_send() : m.timetable_plan_one()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}
