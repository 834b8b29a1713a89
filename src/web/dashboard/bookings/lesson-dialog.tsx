import { useFetcher } from 'react-router'
import { isSingleLesson } from '#contract/classes/plans.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { AddressDialog } from '../kit/address-dialog.tsx'
import { ChangeActions } from '../kit/change-actions.tsx'
import { canMove, type DatedClass, type ShownBooking } from '../kit/classes.ts'
import { ConfirmationPrompt } from '../kit/confirmation-notice.tsx'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import { useSharedResult } from '../kit/use-change-result.ts'
import { WhenFields } from '../kit/when-fields.tsx'

type Props = { bookings: readonly ShownBooking[]; now: number; formKey: string }
type FormProps = { one: DatedClass; now: number; formKey: string }

const lessonKey = 'lesson'
const titles = { move: m.dash_saved_move, skip: m.timetable_skipped }

/** Dialog of one timetable lesson: reschedule or skip. The URL opens it. */
export function LessonDialog({ bookings, now, formKey }: Props) {
  const { idOf, close } = useDialogAddress()
  const one = bookings
    .flatMap((booking) => booking.lessons.map((lesson) => ({ booking, lesson })))
    .find(
      ({ booking, lesson }) =>
        lesson._id === idOf('lesson') && canMove(lesson, now) && !isSingleLesson(booking.plan, booking.minutes),
    )
  useSharedResult({ key: lessonKey, titles, close, isShown: () => one !== undefined })
  return (
    <AddressDialog open={one !== undefined} title={m.timetable_change_one()} onClose={close}>
      {one && (
        <>
          <p className="font-semibold text-ink">{formatDateTime(one.lesson.startsAt)}</p>
          <p className="mb-4 text-muted">
            {[one.booking.student, one.booking.subjectName, minutesText(one.lesson.minutes)].join(', ')}
          </p>
          <MoveForm one={one} now={now} formKey={formKey} />
          <SkipForm one={one} now={now} formKey={formKey} />
          <ChangeActions lesson={one.lesson} side="mentor" now={now} />
        </>
      )}
    </AddressDialog>
  )
}

function MoveForm({ one: { booking, lesson }, now, formKey }: FormProps) {
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

function SkipForm({ one: { lesson }, formKey }: FormProps) {
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
