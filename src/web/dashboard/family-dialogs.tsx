import type { Lesson } from '#contract/bookings.ts'
import { m } from '#messages'
import { AddressDialog } from './address-dialog.tsx'
import { AttendanceSheet } from './attendance-sheet.tsx'
import { ClassDetails } from './class-details.tsx'
import { isDisputed, type ShownBooking } from './classes.ts'
import { useDialogAddress } from './dashboard-address.ts'
import type { FormFetcher } from './dashboard-form.tsx'
import { DisputeForm } from './dispute-form.tsx'
import { useReport } from './use-report.ts'

type Props = { active: readonly ShownBooking[]; tick: FormFetcher; callingNo: string | null; now: number }

const canReport = (lesson: Lesson): boolean => lesson.status === 'held' && !lesson.settled && !isDisputed(lesson)

/** The dialogs of the family's dashboard, each as the address asks. An id that is not here opens nothing. */
export function FamilyDialogs({ active, tick, callingNo, now }: Props) {
  const { idOf, to, close } = useDialogAddress()
  useReport(close)
  const sheet = active.find(({ _id, status }) => _id === idOf('sheet') && status === 'scheduled')
  const classes = active.flatMap((booking) => booking.lessons.map((lesson) => ({ booking, lesson })))
  const shown = classes.find(({ lesson }) => lesson._id === idOf('class'))
  const problem = classes.flatMap(({ booking, lesson }) =>
    lesson.record && lesson.record._id === idOf('problem') && canReport(lesson)
      ? [{ booking, lesson, record: lesson.record }]
      : [],
  )[0]
  return (
    <>
      <AddressDialog open={sheet !== undefined} title={m.dash_sheet()} onClose={close}>
        {sheet && <AttendanceSheet booking={sheet} lessonTo={(id) => to('class', id)} />}
      </AddressDialog>
      <AddressDialog open={shown !== undefined} title={m.dash_class_details()} onClose={close}>
        {shown && (
          <ClassDetails one={shown} tick={tick} now={now} problemTo={to('problem', shown.lesson.record?._id ?? '')} />
        )}
      </AddressDialog>
      <AddressDialog open={problem !== undefined} title={m.dash_problem()} onClose={close}>
        {problem && <DisputeForm one={problem} callingNo={callingNo} />}
      </AddressDialog>
    </>
  )
}
