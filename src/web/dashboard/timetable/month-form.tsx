import { useFetcher } from 'react-router'
import { defaultLessonMinutes } from '#contract/classes/limits.ts'
import { weekdays } from '#contract/reference/class-modes.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDate, formatDateTime, instantOf } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { lessonToMove, type ShownBooking } from '../kit/classes.ts'
import { ConfirmationPrompt } from '../kit/confirmation-notice.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { fieldsOf } from '../kit/form-fields.ts'
import type { FormResult } from '../kit/form-result.ts'
import { preferredDay, wishedTime } from '../kit/preference-text.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import { StudentFields } from '../kit/student-fields.tsx'
import { SubjectField, type SubjectOption } from '../kit/subject-field.tsx'
import { timetablePath } from '../kit/timetable-text.ts'
import { WhenFields } from '../kit/when-fields.tsx'
import { DayChoice, LengthChoice } from './rule-fields.tsx'

type Props = {
  booking: ShownBooking
  subjects: readonly SubjectOption[]
  now: number
  formKey: string
  onDone: (result: FormResult) => void
}

/** Plans a whole month or package: first date and time, and weekdays. */
export function MonthForm({ booking, subjects, now, formKey, onDone }: Props) {
  const fetcher = useFetcher<FormResult>()
  const result = useResult(fetcher, 'month', booking._id)
  const field = fieldsOf(result)
  const { wishes } = booking
  // A first lesson booked at payment stays; the others follow it.
  const first = lessonToMove(booking, now)?.startsAt
  const wished = first ? null : wishedTime(booking, now)
  const at = first ?? wished
  const days = (wishes?.days ?? []).map((day) => weekdays.indexOf(day) + 1)
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="month"
      of={booking._id}
      result={result}
      formKey={`${formKey}-month`}
      onDone={onDone}
      noValidate
      className="grid gap-4"
    >
      {first && <p className="font-semibold text-ink">{m.month_first_stays({ when: formatDateTime(first) })}</p>}
      <WhenFields
        result={result}
        names={['from', 'time']}
        labels={[m.timetable_first(), m.dash_time()]}
        date={at ? dateInIndia(new Date(at)) : preferredDay(booking, now)}
        time={at ? timeInIndia(new Date(at)) : (wishes?.time ?? '')}
        mentor={booking.mentor._id}
        minutes={defaultLessonMinutes}
        now={now}
        booking={booking._id}
        wished={wished}
      />
      <DayChoice days={days} error={result?.fields.weekdays} help={m.month_days_help()} />
      <LengthChoice minutes={result?.values.minutes ?? String(defaultLessonMinutes)} error={result?.fields.minutes} />
      <SubjectField booking={booking} subjects={subjects} field={field} />
      <StudentFields booking={booking} field={field} />
      <ConflictDates result={result} />
      <p>
        <LocalLink to={timetablePath(booking._id)} className="text-link inline-block py-2.5">
          {m.month_preview()}
        </LocalLink>
      </p>
      <StickyAction>
        <ConfirmationPrompt result={result} />
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {result?.confirmationReasons ? m.ask_send() : m.month_set()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}

/** Conflicting dates, each with a box to skip it; skipped lessons move to the end. */
function ConflictDates({ result }: { result: FormResult | undefined }) {
  if (!result?.clashes) return null
  return (
    <fieldset className="choice-group">
      <legend className="field-label">{m.month_taken()}</legend>
      {result.clashes.map(({ date, clash }) => (
        <label key={date} className="choice">
          <input type="checkbox" name="leave" value={date} defaultChecked />
          <span>
            {m.month_leave_out({
              date: formatDate(instantOf(date)),
              why: clash === 'learner-busy' ? m.month_learner_busy() : m.month_mentor_busy(),
            })}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
