import { useFetcher } from 'react-router'
import type { Availability } from '#contract/classes/availability.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDate, instantOf } from '../../ui/dates.tsx'
import { TextField } from '../../ui/field.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { fieldsOf } from '../kit/form-fields.ts'
import type { FormResult } from '../kit/form-result.ts'
import { HoursRow } from '../kit/hours-row.tsx'
import { hoursText } from '../kit/hours-text.ts'
import { availabilityKey } from '../kit/use-saved-hours.ts'

type Props = Pick<Availability, 'days'> & { now: number }

/** Date exceptions: other hours, or none. */
export function DateExceptions({ days, now }: Props) {
  return (
    <section className="card grid gap-4" aria-labelledby="days">
      <div>
        <h2 id="days" className="text-card">
          {m.hours_days()}
        </h2>
        <p className="text-muted text-small">{m.hours_days_text()}</p>
      </div>
      {days.length > 0 && (
        <ul className="-mb-4 divide-y divide-line border-line border-t">
          {days.map(({ date, hours }) => (
            <li key={date} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2">
              <p>
                <b className="block text-ink">{formatDate(instantOf(date))}</b>
                <span className="text-muted text-small">{hoursText(hours) || m.hours_none()}</span>
              </p>
              <RemoveButton intent="day-usual" of={date} label={m.hours_usual()} about={formatDate(instantOf(date))} />
            </li>
          ))}
        </ul>
      )}
      <DayForm key={JSON.stringify(days)} now={now} />
    </section>
  )
}

export function RemoveButton({
  intent,
  of,
  label,
  short = label,
  about,
}: {
  intent: string
  of: string
  label: string
  /** Visible words, if the label is too long for its row. */
  short?: string
  about: string
}) {
  const fetcher = useFetcher<FormResult>({ key: availabilityKey })
  const result = useResult(fetcher, intent, of)
  return (
    <DashboardForm fetcher={fetcher} intent={intent} of={of} result={result}>
      <Button
        type="submit"
        look="plain"
        loading={fetcher.state !== 'idle' && fetcher.formData?.get('of') === of}
        className="px-0!"
        aria-label={`${label} ${about}`}
      >
        {short}
      </Button>
    </DashboardForm>
  )
}

function DayForm({ now }: { now: number }) {
  const fetcher = useFetcher<FormResult>({ key: availabilityKey })
  const result = useResult(fetcher, 'day', 'day')
  const field = fieldsOf(result?.ok ? undefined : result)
  const busy = fetcher.state !== 'idle' && fetcher.formData?.get('intent') === 'day'
  return (
    <details className="-mb-4 border-line border-t open:mb-0" open={result?.ok === false}>
      <summary className="adds text-link min-h-12">{m.hours_add_day()}</summary>
      <DashboardForm fetcher={fetcher} intent="day" of="day" result={result} noValidate className="mt-2 grid gap-3">
        <TextField label={m.dash_date()} type="date" min={dateInIndia(new Date(now))} {...field('date', '')} />
        <fieldset className="grid gap-2">
          <legend className="field-label mb-2">{m.hours_of_day()}</legend>
          <HoursRow name="day-0" of={m.hours_of_day()} field={field} />
          <HoursRow name="day-1" of={m.hours_of_day()} field={field} />
        </fieldset>
        <p className="text-muted text-small">{m.hours_of_day_help()}</p>
        <Button type="submit" look="outline" wide loading={busy} loadingText={m.dash_saving()}>
          {m.hours_save_day()}
        </Button>
      </DashboardForm>
    </details>
  )
}
