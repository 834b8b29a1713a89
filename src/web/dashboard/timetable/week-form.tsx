import { useFetcher } from 'react-router'
import type { Availability } from '#contract/classes/availability.ts'
import { pickedTimeConfirmHours } from '#contract/classes/limits.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatWeekday } from '../../ui/dates.tsx'
import { SelectField } from '../../ui/field.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { fieldsOf } from '../kit/form-fields.ts'
import type { FormResult } from '../kit/form-result.ts'
import { HoursRow } from '../kit/hours-row.tsx'
import { availabilityKey } from '../kit/use-saved-hours.ts'
import { DayChoice } from './rule-fields.tsx'

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** Hours of each weekday, with an empty row to add. Works without scripts: empty rows are ignored. */
export function WeekForm({ version, week, confirmsFirst }: Pick<Availability, 'version' | 'week' | 'confirmsFirst'>) {
  const fetcher = useFetcher<FormResult>({ key: availabilityKey })
  const result = useResult(fetcher, 'week', 'week')
  // Saved elsewhere meanwhile: show the saved hours, not the submitted ones.
  const isTyped = result?.ok === false && result.values.version === String(version)
  const field = fieldsOf(isTyped ? result : undefined)
  const busy = fetcher.state !== 'idle' && fetcher.formData?.get('intent') === 'week'
  return (
    <DashboardForm fetcher={fetcher} intent="week" of="week" result={result} className="card grid gap-4">
      {/* Enter must save: a form's first submit button would otherwise remove an interval. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
        {m.hours_save()}
      </button>
      <input type="hidden" name="version" value={version} />
      <div>
        <h2 className="text-card">{m.hours_week()}</h2>
        {week.length === 0 && <p className="text-muted text-small">{m.hours_missing_text()}</p>}
      </div>
      <div className="divide-y divide-line border-line border-y">
        {weekdays.map((weekday) => {
          const day = formatWeekday(weekday)
          const own = week.filter((one) => one.weekday === weekday)
          const added = `${weekday}-${own.length}`
          const isWrong = ['from', 'to'].some((end) => isTyped && result.fields[`${end}-${added}`])
          return (
            <fieldset
              key={weekday}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 py-1 sm:grid-cols-[52px_minmax(0,1fr)_auto] sm:py-1.5"
            >
              <legend
                className={`float-left col-start-1 row-start-1 min-h-11 content-center font-semibold text-ink sm:min-h-12 ${own.length === 0 ? 'sm:col-end-3' : ''}`}
              >
                <span className="inline-block min-w-14">{day}</span>
                {own.length === 0 && <span className="font-normal text-muted"> {m.hours_none()}</span>}
              </legend>
              <div className="col-span-2 row-start-2 grid gap-2 not-empty:max-sm:pb-2 sm:col-span-1 sm:col-start-2 sm:row-start-1">
                {own.map(({ from, to }, nth) => (
                  <HoursRow
                    key={`${from}-${to}`}
                    name={`${weekday}-${nth}`}
                    of={day}
                    field={field}
                    from={from}
                    to={to}
                    canRemove
                  />
                ))}
              </div>
              <details
                open={isWrong}
                className="group col-start-2 row-start-1 open:pb-2 open:col-[1/-1] open:row-start-3 sm:col-start-3 sm:open:col-[2/-1] sm:open:row-start-2"
              >
                <summary className="adds text-link min-h-11 sm:min-h-12 sm:min-w-11 sm:justify-center sm:group-open:justify-start">
                  <span className="sm:sr-only sm:group-open:not-sr-only">{m.hours_add()}</span>
                </summary>
                <HoursRow name={added} of={day} field={field} />
              </details>
            </fieldset>
          )
        })}
        {week.length > 0 && (
          <details>
            <summary className="text-link min-h-12">{m.hours_copy()}</summary>
            <div className="grid gap-4 pb-4">
              <SelectField
                label={m.hours_copy_from()}
                name="copyFrom"
                defaultValue={(isTyped && result.values.copyFrom) || String(week[0]?.weekday)}
                options={weekdays.map((one) => ({ value: String(one), label: formatWeekday(one) }))}
              />
              <DayChoice name="copyTo" legend={m.hours_copy_to()} days={[]} help={m.hours_copy_help()} />
              <Button type="submit" look="outline" name="copy" value="1">
                {m.hours_copy_save()}
              </Button>
            </div>
          </details>
        )}
      </div>
      <label className="choice items-start!">
        <input
          type="checkbox"
          name="confirmsFirst"
          value="yes"
          defaultChecked={isTyped ? result.values.confirmsFirst === 'yes' : confirmsFirst}
        />
        <span>
          {m.hours_confirm()}
          <span className="block text-small text-muted">{m.hours_confirm_text({ hours: pickedTimeConfirmHours })}</span>
        </span>
      </label>
      <div className="sticky bottom-16 z-10 -mx-4 -mb-4 rounded-b-(--radius-card) border-line border-t bg-surface px-4 py-3 lg:bottom-0 lg:-mx-5 lg:-mb-5 lg:px-5">
        <Button type="submit" wide loading={busy} loadingText={m.dash_saving()}>
          {m.hours_save()}
        </Button>
      </div>
    </DashboardForm>
  )
}
