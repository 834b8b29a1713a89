import { useFetcher } from 'react-router'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { ChangeActions } from '../kit/change-actions.tsx'
import type { DatedClass } from '../kit/classes.ts'
import { ConfirmationPrompt } from '../kit/confirmation-notice.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import { WhenFields } from '../kit/when-fields.tsx'
import { lessonKey } from './lesson-dialog.tsx'

type Props = { one: DatedClass; now: number; formKey: string }

/** Moves or skips one class of the timetable. */
export function LessonForms(props: Props) {
  const { booking, lesson } = props.one
  return (
    <>
      <p className="font-semibold text-ink">{formatDateTime(lesson.startsAt)}</p>
      <p className="mb-4 text-muted">
        {[booking.student, booking.subjectName, minutesText(lesson.minutes)].join(', ')}
      </p>
      <MoveForm {...props} />
      <SkipForm {...props} />
      <ChangeActions lesson={lesson} side="mentor" now={props.now} />
    </>
  )
}

function MoveForm({ one: { booking, lesson }, now, formKey }: Props) {
  const fetcher = useFetcher<FormResult>({ key: lessonKey })
  const result = useResult(fetcher, 'move', lesson._id)
  const at = new Date(lesson.startsAt)
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="move"
      of={lesson._id}
      result={result}
      formKey={`${formKey}-move`}
      noValidate
      className="grid gap-4"
    >
      <WhenFields
        result={result}
        date={dateInIndia(at)}
        time={timeInIndia(at)}
        mentor={booking.mentor._id}
        minutes={lesson.minutes}
        now={now}
      />
      <StickyAction>
        <ConfirmationPrompt result={result} />
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {result?.confirmationReasons ? m.ask_send() : m.dash_move_class()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}

function SkipForm({ one: { lesson }, formKey }: Props) {
  const fetcher = useFetcher<FormResult>({ key: lessonKey })
  const result = useResult(fetcher, 'skip', lesson._id)
  return (
    <details className="mt-5 border-line border-t" open={result !== undefined && !result.ok}>
      <summary className="text-link min-h-11 py-2.5">{m.timetable_skip()}</summary>
      <DashboardForm
        fetcher={fetcher}
        intent="skip"
        of={lesson._id}
        result={result}
        formKey={`${formKey}-skip`}
        className="grid gap-4 pt-1"
      >
        <input type="hidden" name="cause" value="holiday" />
        <p className="text-muted text-small">{m.timetable_counts_nobody()}</p>
        <p className="text-muted text-small">{m.timetable_skip_text({ time: minutesText(lesson.minutes) })}</p>
        <Button type="submit" look="danger" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.timetable_skip()}
        </Button>
      </DashboardForm>
    </details>
  )
}
