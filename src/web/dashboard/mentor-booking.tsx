import type { ReactNode } from 'react'
import { isSingleLesson } from '#contract/classes/plans.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.tsx'
import { Icon } from '../ui/icon.tsx'
import { LabelLine } from '../ui/label-frame.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees } from '../ui/money.tsx'
import { AttendanceSheet, LatestConcern, pastLessons } from './attendance/attendance-sheet.tsx'
import { BookingRegister } from './attendance/booking-register.tsx'
import { OfflineStrip } from './attendance/offline-strip.tsx'
import { StoredAttendanceList } from './attendance/stored-attendance-list.tsx'
import { useStoredAttendance } from './attendance/use-stored-attendance.ts'
import type { MentorBookingData } from './booking-data.server.ts'
import { BookingFrame, BookingSection } from './bookings/booking-frame.tsx'
import { scheduleText } from './bookings/mentor-tasks.tsx'
import { NextStep } from './bookings/next-step.tsx'
import { ChangeDialogs } from './changes/change-dialogs.tsx'
import { MentorDisputes } from './changes/mentor-disputes.tsx'
import { ClassLocation } from './kit/class-location.tsx'
import { isActive, isMonthOpen, type ShownBooking, unmarkedClasses, upcomingClasses } from './kit/classes.ts'
import { useDialogAddress } from './kit/dashboard-address.ts'
import { DirectionsLink } from './kit/directions-link.tsx'
import { FoldedSection } from './kit/folded-section.tsx'
import { classId } from './kit/labels.ts'
import { isPast } from './kit/lesson-state.ts'
import { refundFrom, type StepKind, stepOf } from './kit/next-step.ts'
import { OpenChanges, openChanges } from './kit/open-changes.tsx'
import { preferenceSentence } from './kit/preference-text.ts'
import { scheduleTo } from './kit/schedule-address.ts'
import type { ShownTimetable } from './kit/timetable.server.ts'
import { timetablePath } from './kit/timetable-text.ts'
import { MentorDialogs } from './mentor-dialogs.tsx'
import { ReviewDialogs } from './reviews/review-dialogs.tsx'
import { hasReview, OwnReview, promptsOf, ReviewPrompts } from './reviews/review-prompts.tsx'
import { PlanDialog } from './timetable/plan-dialog.tsx'
import { isRequested, RequestedTimes } from './timetable/requested-times.tsx'
import { TimetableDates } from './timetable/timetable-dates.tsx'
import { UnscheduledList, UnscheduledTime, VoidedCredits } from './timetable/unscheduled-list.tsx'
import { WeeklyTimes } from './timetable/weekly-times.tsx'

type Props = MentorBookingData & { timetable: ShownTimetable; now: number }

/** A booking as its mentor sees it. */
export function MentorBooking({ timetable, now, reviews, asked, door, subjects, formKey }: Props) {
  const { booking } = timetable
  const { _id, mentor, status } = booking
  const isOpen = status === 'scheduled' || status === 'pending_schedule'
  const { to } = useDialogAddress()
  const { stored, sendAgain, drop } = useStoredAttendance(mentor._id)
  const own = stored.filter((one) => booking.lessons.some((lesson) => lesson._id === one.lesson))
  const attendTo = (id: string) => to('attend', id)
  const isOne = isSingleLesson(booking.plan, booking.minutes)
  const step = stepOf(booking, 'mentor', now)
  const [next] = upcomingClasses([booking], now)
  const [unmarked] = unmarkedClasses([booking], now)
  const links: Partial<Record<StepKind, { to: string; label: string } | undefined>> = {
    schedule: { to: scheduleTo(booking, to), label: scheduleText(booking) },
    mark: unmarked && { to: attendTo(unmarked.lesson._id), label: m.dash_mark_attendance() },
    'next-class': next && { to: to('class', next.lesson._id), label: m.change_open() },
  }
  // The row of a class shows the mentor's own proposal for it.
  const changesInCards = openChanges([booking], 'mentor').filter(
    (one) => 'proposal' in one || one.lesson.proposal?.by !== 'mentor' || isPast(one.lesson, now),
  )
  const changes = <OpenChanges changes={changesInCards} side="mentor" now={now} />
  const requested = <RequestedTimes asked={[booking].filter(isRequested)} now={now} />
  const forms: Partial<Record<StepKind, ReactNode>> = { 'answer-change': changes, 'answer-time': requested }
  const form = forms[step.kind]
  const wish = preferenceSentence(booking, 'mentor', now)
  const of = { ...reviews, reviewed: reviews.reviewed.filter((one) => one.booking === _id) }
  const [demos, asks] = promptsOf(of.reviewed)
  const isPrompted = demos.length + asks.length > 0
  const review = of.reviewed.find((one) => hasReview(one, isPrompted))
  const past = pastLessons(booking, now)
  const reported = booking.lessons.some(({ dispute }) => dispute !== null) ? [booking] : []
  return (
    <BookingFrame
      booking={booking}
      side="mentor"
      dialogs={
        <>
          <OfflineStrip />
          <StoredAttendanceList stored={own} attendTo={attendTo} onAgain={sendAgain} onDrop={drop} />
          <MentorDialogs active={[booking]} subjects={subjects} stored={stored} now={now} formKey={formKey} />
          <PlanDialog timetable={timetable} now={now} formKey={formKey} />
          <ChangeDialogs active={[booking]} side="mentor" asked={asked} door={door} now={now} />
          <ReviewDialogs reviews={reviews} side="mentor" />
        </>
      }
      top={<Student booking={booking} isOpen={isOpen} wish={step.kind === 'schedule' ? '' : wish} now={now} />}
      aside={<Details booking={booking} />}
    >
      <div className="grid max-lg:-order-1">
        <NextStep
          step={step}
          link={links[step.kind] ?? null}
          detail={
            step.kind === 'schedule' && (
              <>
                {isMonthOpen(booking) && <UnscheduledTime timetable={timetable} />}
                {[wish, status === 'pending_schedule' && refundFrom(booking, now)].map(
                  (text) => text && <p key={text}>{text}</p>,
                )}
              </>
            )
          }
          form={form}
        />
      </div>
      {status === 'scheduled' && booking.lessonsPlanned > 1 && (
        <BookingRegister
          booking={booking}
          nextId={next?.lesson._id}
          now={now}
          lessonTo={(id) => to('class', id)}
          side="mentor"
        />
      )}
      <div className="card divide-y divide-line py-2! *:last:border-b-0 empty:hidden [&>section>h2]:text-card [&>section>ul]:border-b-0 [&>section]:mt-0 [&>section]:pt-2">
        {status !== 'pending_schedule' && (
          <TimetableDates
            timetable={timetable}
            side="mentor"
            now={now}
            changeTo={(lesson) => (isOne ? to('schedule', _id) : to('lesson', lesson._id))}
          />
        )}
        <VoidedCredits timetable={timetable} side="mentor" />
        {past.length > 0 && (
          <FoldedSection id="sheet" title={m.timetable_over()} fact={String(past.length)} isOpen={!isActive(booking)}>
            <AttendanceSheet timetable={timetable} now={now} noteTo={(recordId) => to('note', recordId)} />
          </FoldedSection>
        )}
        {!isOpen && <LatestConcern booking={booking} side="mentor" now={now} />}
      </div>
      {form !== changes && changes}
      <ReviewPrompts id="after-demo" asks={demos} side="mentor" />
      <div className="empty:hidden [&>section:first-child]:mt-0">
        {!isOne && (timetable.rule || step.kind !== 'schedule') && (
          <BookingSection id="times" title={m.timetable_title()}>
            <WeeklyTimes rule={timetable.rule} />
            {status === 'scheduled' && !booking.isPaused && step.kind !== 'schedule' && (
              <LocalLink
                to={`${timetablePath(_id)}?edit=1`}
                className="text-link mt-2 inline-flex min-h-11 items-center"
              >
                {timetable.rule ? m.timetable_edit() : m.timetable_set()}
              </LocalLink>
            )}
          </BookingSection>
        )}
        {/* Otherwise the next step schedules all of it at once. */}
        {(step.kind !== 'schedule' || !isMonthOpen(booking)) && <UnscheduledList timetable={timetable} side="mentor" />}
      </div>
      <MentorDisputes bookings={reported} now={now} />
      <ReviewPrompts asks={asks} side="mentor" />
      {review && <OwnReview one={review} side="mentor" isPrompted={isPrompted} />}
    </BookingFrame>
  )
}

type StudentProps = { booking: ShownBooking; isOpen: boolean; wish: string; now: number }

/** Address with directions, preferred times, and links to write and to report a concern; nothing once it is over. */
function Student({ booking, isOpen, wish, now }: StudentProps) {
  const { student, place, parent } = booking
  if (!isOpen && !wish) return null
  return (
    <section className="card grid gap-3" aria-label={m.dash_student()}>
      <ClassLocation booking={booking} side="mentor" />
      {wish && <p className="text-small">{wish}</p>}
      {isOpen && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(108px,1fr))] gap-2">
          {place && <DirectionsLink place={place} />}
          <ButtonLink
            look="outline"
            to={`/chat/${parent._id}`}
            aria-label={m.card_message({ name: parent.name ?? student })}
            className="gap-1.5! px-0.5!"
            icon={<Icon name="message-circle" size={20} />}
          >
            {m.dash_message()}
          </ButtonLink>
        </div>
      )}
      {isOpen && (
        <div className="-my-2 empty:hidden">
          <LatestConcern booking={booking} side="mentor" now={now} />
        </div>
      )}
    </section>
  )
}

function Details({ booking }: { booking: ShownBooking }) {
  const { _id, lessons, bookedDate } = booking
  const fee = lessons.find(({ status }) => status === 'scheduled' || status === 'held')?.fee
  const lines = [
    ...(fee === undefined ? [] : [[m.dash_fee_each(), formatRupees(fee)] as const]),
    [m.dash_booked(), formatDateTime(bookedDate)],
    [m.dash_class_id(), classId(_id)],
  ] as const
  return (
    <section className="card" aria-labelledby="details">
      <h2 id="details" className="text-card">
        {m.booking_details()}
      </h2>
      <dl className="-mb-3 [&>:last-child]:border-b-0">
        {lines.map(([name, value]) => (
          <LabelLine key={name} name={name}>
            {value}
          </LabelLine>
        ))}
      </dl>
    </section>
  )
}
