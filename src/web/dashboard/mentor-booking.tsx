import { isSingleLesson } from '#contract/classes/plans.ts'
import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { OfflineStrip } from './attendance/offline-strip.tsx'
import { StoredAttendanceList } from './attendance/stored-attendance-list.tsx'
import { useStoredAttendance } from './attendance/use-stored-attendance.ts'
import type { loadMentorBooking } from './booking.server.ts'
import { BookingSummary } from './bookings/booking-summary.tsx'
import { scheduleText } from './bookings/mentor-tasks.tsx'
import { OpenChanges, openChanges } from './bookings/open-changes.tsx'
import { isMarkable } from './bookings/today-classes.tsx'
import { ChangeDialogs } from './changes/change-dialogs.tsx'
import { MentorDisputes } from './changes/mentor-disputes.tsx'
import { bookingsToSchedule, lessonToMove, waitingLesson } from './kit/classes.ts'
import { useDialogAddress } from './kit/dashboard-address.ts'
import { DoneNotice } from './kit/done-notice.tsx'
import { scheduleTo } from './kit/schedule-address.ts'
import { timetablePath } from './kit/timetable-text.ts'
import { useNow } from './kit/use-now.ts'
import { MentorDialogs } from './mentor-dialogs.tsx'
import { hasReview, OwnReview } from './reviews/own-review.tsx'
import { ReviewDialogs } from './reviews/review-dialogs.tsx'
import { promptsOf, ReviewPrompts } from './reviews/review-prompts.tsx'
import { isRequested, RequestedTimes } from './timetable/requested-times.tsx'
import { TimetableDates } from './timetable/timetable-dates.tsx'
import { PlanDialog, UnscheduledList, VoidedCredits } from './timetable/unscheduled-list.tsx'
import { WeeklyTimes } from './timetable/weekly-times.tsx'

type Props = Awaited<ReturnType<typeof loadMentorBooking>>

/** A booking's page for its mentor: what waits, the classes and the timetable. */
export function MentorBooking({ timetable, asked, door, reviews, mentorId, subjects, formKey, now: loaded }: Props) {
  const now = useNow(loaded)
  const { to } = useDialogAddress()
  const { stored, sendAgain, drop } = useStoredAttendance(mentorId)
  const { booking } = timetable
  const { _id, status } = booking
  const isOne = isSingleLesson(booking.plan, booking.minutes)
  const waits = bookingsToSchedule([booking]).length > 0
  const [lesson, moved] = [waitingLesson(booking), lessonToMove(booking, now)]
  const [demos, asks] = promptsOf(reviews.reviewed)
  const review = reviews.reviewed[0]
  const hasStars = status === 'completed' && booking.rating !== null
  const attendTo = (id: string) => to('attend', id)
  const link = (address: string, words: string, look = 'btn-outline') => (
    <LocalLink key={words} to={address} preventScrollReset className={`btn ${look}`}>
      {words}
    </LocalLink>
  )
  const actions = [
    lesson && isMarkable(lesson, now) && link(attendTo(lesson._id), m.dash_mark_attendance(), 'btn-filled'),
    waits && link(scheduleTo(booking, to), scheduleText(booking), 'btn-filled'),
    !waits && !booking.isPaused && status === 'scheduled' && !isOne && link(timetablePath(_id), m.timetable_edit()),
    moved && !booking.isPaused && link(isOne ? to('schedule', _id) : to('lesson', moved._id), m.dash_move_class()),
    status === 'scheduled' && link(to('sheet', _id), m.dash_view_sheet()),
  ].filter(Boolean)
  return (
    <main className="page-width pb-12">
      <PageHeading
        back={{ to: '/dashboard/mentor/students', label: m.shell_students() }}
        title={booking.student}
        text={[booking.className, booking.subjectName].filter(Boolean).join(', ')}
      />
      <DoneNotice />
      <OfflineStrip />
      <StoredAttendanceList stored={stored} attendTo={attendTo} onAgain={sendAgain} onDrop={drop} />
      <MentorDialogs active={[booking]} subjects={subjects} stored={stored} now={now} formKey={formKey} />
      <PlanDialog timetable={timetable} now={now} formKey={formKey} />
      <ChangeDialogs active={[booking]} side="mentor" asked={asked} door={door} now={now} />
      <ReviewDialogs reviews={reviews} side="mentor" />
      <div className="booking-page">
        <div className="grid gap-6">
          <RequestedTimes asked={isRequested(booking) ? [booking] : []} now={now} />
          <OpenChanges changes={openChanges([booking])} side="mentor" now={now} />
          <ReviewPrompts id="after-demo" asks={demos} side="mentor" />
          <BookingSummary booking={booking} side="mentor" now={now} actions={actions.length > 0 && actions} />
          <MentorDisputes bookings={[booking]} now={now} />
        </div>
        <div className="grid gap-6">
          {review && hasReview(review, hasStars) && <OwnReview one={review} side="mentor" hasStars={hasStars} />}
          <ReviewPrompts asks={asks} side="mentor" />
        </div>
        <section className="min-w-0" aria-labelledby="timetable">
          <h2 id="timetable" className="mb-3 text-h2 text-[22px]! lg:text-[24px]!">
            {m.timetable_title()}
          </h2>
          {!isOne && <WeeklyTimes rule={timetable.rule} />}
          <UnscheduledList timetable={timetable} side="mentor" />
          <VoidedCredits timetable={timetable} side="mentor" />
          <TimetableDates
            timetable={timetable}
            side="mentor"
            now={now}
            changeTo={({ _id: id }) => (isOne ? to('schedule', _id) : to('lesson', id))}
          />
        </section>
      </div>
    </main>
  )
}
