import { isSingleLesson } from '#contract/classes/plans.ts'
import { m } from '#messages'
import { late } from '../ui/late.tsx'
import { useToast } from '../ui/toast.tsx'
import { AttendanceForm } from './attendance/attendance-form.tsx'
import { LessonDialog } from './bookings/lesson-dialog.tsx'
import { AddressDialog } from './kit/address-dialog.tsx'
import { deleteAttendance, type StoredAttendance } from './kit/attendance-store.ts'
import { lessonToMove, type ShownBooking } from './kit/classes.ts'
import { useDialogAddress } from './kit/dashboard-address.ts'
import type { FormResult } from './kit/form-result.ts'
import type { SubjectOption } from './kit/subject-field.tsx'

const CodeForm = late('code-form', async () => (await import('./attendance/code-form.tsx')).CodeForm)
const NoteForm = late('note-form', async () => (await import('./bookings/note-form.tsx')).NoteForm)
const MonthForm = late('month-form', async () => (await import('./timetable/month-form.tsx')).MonthForm)
const ScheduleForm = late('schedule-form', async () => (await import('./timetable/schedule-form.tsx')).ScheduleForm)

type Props = {
  active: readonly ShownBooking[]
  subjects: readonly SubjectOption[]
  stored: readonly StoredAttendance[]
  now: number
  formKey: string
}

/** The dialogs of the mentor's dashboard, each as the address asks. An id that is not here opens nothing. */
export function MentorDialogs({ active, subjects, stored, now, formKey }: Props) {
  const { idOf, close } = useDialogAddress()
  const toast = useToast()
  const schedule = active.find(({ _id }) => _id === idOf('schedule'))
  const isOne = schedule && isSingleLesson(schedule.plan, schedule.minutes)
  const classes = active.flatMap((booking) => booking.lessons.map((lesson) => ({ booking, lesson })))
  const attend = classes.find(({ lesson }) => lesson._id === idOf('attend'))
  const marked = classes.flatMap(({ booking, lesson }) =>
    lesson.record ? [{ booking, lesson, record: lesson.record }] : [],
  )
  const [code, note] = (['code', 'note'] as const).map((name) => marked.find(({ record }) => record._id === idOf(name)))
  const done = (title: string, text?: string) => (result?: FormResult) => {
    toast({ title: result?.message ?? title, ...(text && { text }) })
    close()
  }
  const attended = (lessonId: string) => (message: string | undefined, isStored: boolean) => {
    // The server has another word of it now.
    if (!isStored) void deleteAttendance(lessonId).catch(() => undefined)
    if (isStored) done(m.attend_saved(), message)()
    else done(message ?? m.dash_saved_attendance())()
  }
  return (
    <>
      <AddressDialog
        open={schedule !== undefined}
        title={isOne && schedule && lessonToMove(schedule, now) ? m.dash_move_class() : m.dash_set_schedule()}
        onClose={close}
      >
        {schedule && !isOne && (
          <MonthForm
            booking={schedule}
            subjects={subjects}
            now={now}
            formKey={formKey}
            onDone={done(m.timetable_saved())}
          />
        )}
        {schedule && isOne && (
          <ScheduleForm
            booking={schedule}
            subjects={subjects}
            now={now}
            formKey={formKey}
            onDone={done(lessonToMove(schedule, now) ? m.dash_saved_move() : m.dash_saved_schedule())}
          />
        )}
      </AddressDialog>
      <LessonDialog bookings={active} now={now} formKey={formKey} />
      <AddressDialog open={attend !== undefined} title={m.dash_mark_attendance()} onClose={close}>
        {attend && (
          <AttendanceForm
            {...attend}
            now={now}
            formKey={formKey}
            stored={stored.find(({ lesson, state }) => lesson === attend.lesson._id && state !== 'sent')}
            onDone={attended(attend.lesson._id)}
          />
        )}
      </AddressDialog>
      <AddressDialog open={code !== undefined} title={m.code_title()} onClose={close}>
        {code && <CodeForm one={code} onDone={done(m.code_right())} />}
      </AddressDialog>
      <AddressDialog open={note !== undefined} title={m.note_title()} onClose={close}>
        {note && <NoteForm one={note} onDone={done(m.note_saved())} />}
      </AddressDialog>
    </>
  )
}
