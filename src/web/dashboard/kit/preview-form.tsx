import type { FormEvent } from 'react'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import type { TimetablePreview } from '#contract/classes/timetables.ts'
import { m } from '#messages'
import { textsOf } from '../../form.ts'
import { plainPath } from '../../locale.ts'
import { minutesText } from '../../minutes-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { ShownBooking } from './classes.ts'
import { ConfirmationNotice, ConfirmationPrompt } from './confirmation-notice.tsx'
import { DashboardForm, useResult } from './dashboard-form.tsx'
import { fieldsOf } from './form-fields.ts'
import type { FormResult } from './form-result.ts'
import { PreviewRow } from './preview-row.tsx'
import { StudentFields } from './student-fields.tsx'
import type { RuleInput } from './timetable.server.ts'

type Props = {
  booking: ShownBooking
  /** Id of the rule in force when the page was loaded, empty for none; detects changes on another device. */
  since: string
  rule: RuleInput
  preview: TimetablePreview
  formKey: string
  onDone: (result: FormResult) => void
}

/** Dates of a weekly rule with a box to skip each, and the button that saves the timetable. */
export function PreviewForm({ booking, since, rule, preview, formKey, onDone }: Props) {
  const fetcher = useFetcher<FormResult>()
  const result = useResult(fetcher, 'timetable', booking._id)
  const scripted = useScripts()
  const skippedDates = useSkippedDates()
  const field = fieldsOf(result)
  const { classes, moved, replaced } = preview
  const rows = [
    ...classes.map((one) => ({ date: one.date, planned: one })),
    ...rule.leave.map((date) => ({ date, planned: null })),
  ].sort((a, b) => (a.date < b.date ? -1 : 1))
  const conflicts = classes.filter(({ clash }) => clash !== null).map(({ date }) => date)
  const holidays = classes.filter(({ holiday }) => holiday !== null).map(({ date }) => date)
  const first = classes[0]
  const last = classes.at(-1)
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="timetable"
      of={booking._id}
      result={result}
      formKey={formKey}
      onDone={onDone}
      className="grid gap-4"
    >
      <input type="hidden" name="since" value={since} />
      {rule.weekdays.map((day) => (
        <input key={day} type="hidden" name="day" value={day} />
      ))}
      {(['time', 'minutes', 'place', 'scope', 'from'] as const).map((name) => (
        <input key={name} type="hidden" name={name} value={rule[name]} />
      ))}
      <div>
        <h2 className="text-section">{m.timetable_dates()}</h2>
        {first && last && (
          <p role="status" className="text-muted">
            {m.timetable_sum({
              count: classes.length,
              time: minutesText(classes.reduce((sum, { minutes }) => sum + minutes, 0)),
              first: formatDate(first.startsAt),
              last: formatDate(last.startsAt),
            })}{' '}
            {replaced > 0 && m.timetable_replaces({ count: replaced })}{' '}
            {moved > 0 && m.timetable_stay({ count: moved })}
          </p>
        )}
      </div>
      {conflicts.length > 0 && (
        <Notice tone="wait" icon={<Icon name="circle-exclamation-point" size={22} />}>
          {m.timetable_taken({ count: conflicts.length })}{' '}
          <LocalLink
            to={skippedDates.to(conflicts)}
            replace
            preventScrollReset
            className="text-link inline-block py-2.5"
          >
            {m.timetable_leave_taken()}
          </LocalLink>
        </Notice>
      )}
      {holidays.length > 0 && (
        <p>
          {m.timetable_holidays({ count: holidays.length })}{' '}
          <LocalLink
            to={skippedDates.to(holidays)}
            replace
            preventScrollReset
            className="text-link inline-block py-2.5"
          >
            {m.timetable_leave_holidays()}
          </LocalLink>
        </p>
      )}
      <ol className="divide-y divide-line border-line border-y" onChange={skippedDates.follow}>
        {rows.map(({ date, planned }) => (
          <PreviewRow key={date} date={date} planned={planned} />
        ))}
      </ol>
      {!scripted && (
        <Button type="submit" name="update" value="1" look="outline" formNoValidate>
          {m.timetable_update()}
        </Button>
      )}
      <div className="card grid gap-4">
        <StudentFields booking={booking} field={field} />
        {preview.asks.length > 0 ? (
          <>
            <ConfirmationNotice reasons={preview.asks} />
            <input type="hidden" name="asked" value="1" />
          </>
        ) : (
          <ConfirmationPrompt result={result} />
        )}
        {/* The rule's own fields are on the page before. */}
        {result?.fields.time && <Notice tone="bad">{result.fields.time}</Notice>}
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {preview.asks.length > 0 || result?.confirmationReasons ? m.ask_send() : m.timetable_set()}
        </Button>
        <p className="text-muted text-small">{m.timetable_set_text()}</p>
      </div>
    </DashboardForm>
  )
}

/** Skipped dates are in the URL; with scripts a tick reloads the preview at once. */
function useSkippedDates() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const without = (dates: readonly string[]) => {
    const next = new URLSearchParams(search)
    next.delete('leave')
    for (const date of dates) next.append('leave', date)
    return next
  }
  return {
    /** Path without language that skips these dates too. */
    to: (dates: readonly string[]) =>
      `${plainPath(pathname)}?${without([...new URLSearchParams(search).getAll('leave'), ...dates])}`,
    follow: ({ target }: FormEvent<HTMLElement>) => {
      const form = target instanceof HTMLInputElement && target.name === 'leave' ? target.form : null
      if (!form) return
      const dates = textsOf(new FormData(form), 'leave')
      navigate(`${pathname}?${without(dates)}`, { replace: true, preventScrollReset: true })
    },
  }
}
