import { useFetcher } from 'react-router'
import { firstLessonMinutes } from '#contract/classes/plans.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { lessonToMove, type ShownBooking } from '../kit/classes.ts'
import { ConfirmationPrompt } from '../kit/confirmation-notice.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { fieldsOf } from '../kit/form-fields.ts'
import type { FormResult } from '../kit/form-result.ts'
import { preferredDay, wishedTime } from '../kit/preference-text.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import { StudentFields } from '../kit/student-fields.tsx'
import { SubjectField, type SubjectOption } from '../kit/subject-field.tsx'
import { WhenFields } from '../kit/when-fields.tsx'

type Props = {
  booking: ShownBooking
  subjects: readonly SubjectOption[]
  now: number
  formKey: string
  onDone: (result: FormResult) => void
}

/** Sets the next lesson of a booking, or moves the scheduled one. */
export function ScheduleForm({ booking, subjects, now, formKey, onDone }: Props) {
  const fetcher = useFetcher<FormResult>()
  const result = useResult(fetcher, 'schedule', booking._id)
  const moved = lessonToMove(booking, now)
  const wished = moved ? null : wishedTime(booking, now)
  const at = moved?.startsAt ?? wished
  const isFirst = booking.status === 'pending_schedule'
  const field = fieldsOf(result)
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="schedule"
      of={booking._id}
      result={result}
      formKey={formKey}
      onDone={onDone}
      noValidate
      className="grid gap-4"
    >
      <WhenFields
        result={result}
        names={['scheduledDate', 'scheduledTime']}
        date={at ? dateInIndia(new Date(at)) : isFirst ? preferredDay(booking, now) : ''}
        time={at ? timeInIndia(new Date(at)) : (booking.scheduledTime ?? booking.wishes?.time ?? '')}
        mentor={booking.mentor._id}
        minutes={moved?.minutes ?? firstLessonMinutes(booking.plan, booking.minutes)}
        now={now}
        booking={booking._id}
        wished={wished}
      />
      <SubjectField booking={booking} subjects={subjects} field={field} />
      <StudentFields booking={booking} field={field} />
      <StickyAction>
        <ConfirmationPrompt result={result} />
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {result?.confirmationReasons ? m.ask_send() : moved ? m.dash_move_class() : m.dash_set_schedule()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}
