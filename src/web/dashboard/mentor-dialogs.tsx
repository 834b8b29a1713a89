import { m } from '#messages'
import { useToast } from '../ui/toast.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { AttendForm } from './attend-form.tsx'
import { AttendanceSheet } from './attendance-sheet.tsx'
import { lessonToMove, type ShownBooking } from './classes.ts'
import { useDialogAddress } from './dashboard-address.ts'
import { LessonDialog } from './lesson-dialog.tsx'
import { ScheduleForm, type SubjectOption } from './schedule-form.tsx'

type Props = { active: readonly ShownBooking[]; subjects: readonly SubjectOption[]; now: number; formKey: string }

/** The dialogs of the mentor's dashboard, each as the address asks. An id that is not here opens nothing. */
export function MentorDialogs({ active, subjects, now, formKey }: Props) {
  const { idOf, close } = useDialogAddress()
  const toast = useToast()
  const find = (name: 'schedule' | 'sheet') => active.find(({ _id }) => _id === idOf(name))
  const [schedule, sheet] = [find('schedule'), find('sheet')]
  const attend = active
    .flatMap((booking) => booking.lessons.map((lesson) => ({ booking, lesson })))
    .find(({ lesson }) => lesson._id === idOf('attend'))
  const done = (title: string) => () => {
    toast({ title })
    close()
  }
  return (
    <>
      <AddressDialog
        open={schedule !== undefined}
        title={schedule && lessonToMove(schedule, now) ? m.dash_move_class() : m.dash_set_schedule()}
        onClose={close}
      >
        {schedule && (
          <ScheduleForm
            booking={schedule}
            subjects={subjects}
            now={now}
            formKey={formKey}
            onDone={done(m.dash_saved_schedule())}
          />
        )}
      </AddressDialog>
      <LessonDialog bookings={active} now={now} formKey={formKey} />
      <AddressDialog open={attend !== undefined} title={m.dash_mark_attendance()} onClose={close}>
        {attend && <AttendForm {...attend} now={now} formKey={formKey} onDone={done(m.dash_saved_attendance())} />}
      </AddressDialog>
      <AddressDialog open={sheet !== undefined} title={m.dash_sheet()} onClose={close}>
        {sheet && <AttendanceSheet booking={sheet} />}
      </AddressDialog>
    </>
  )
}
