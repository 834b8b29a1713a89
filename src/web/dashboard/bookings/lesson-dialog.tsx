import { isSingleLesson } from '#contract/classes/plans.ts'
import { m } from '#messages'
import { late } from '../../ui/late.tsx'
import { AddressDialog } from '../kit/address-dialog.tsx'
import { canMove, type ShownBooking } from '../kit/classes.ts'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { useSharedResult } from '../kit/use-change-result.ts'

const LessonForms = late('lesson-forms', async () => (await import('./lesson-forms.tsx')).LessonForms)

type Props = { bookings: readonly ShownBooking[]; now: number; formKey: string }

export const lessonKey = 'lesson'
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
      {one && <LessonForms one={one} now={now} formKey={formKey} />}
    </AddressDialog>
  )
}
