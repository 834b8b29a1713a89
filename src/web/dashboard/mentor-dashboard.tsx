import type { OwnMentor } from '#contract/accounts.ts'
import { isSingle } from '#contract/limits.ts'
import type { MentorSummary } from '#contract/mentor-summary.ts'
import type { Earnings } from '#contract/payouts.ts'
import type { Standing } from '#contract/reliability.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { Viewer } from '../viewer.ts'
import { ApplicationStatus, type ShownApplication } from './application-status.tsx'
import { BookingList } from './booking-list.tsx'
import type { BookingsPage } from './bookings.server.ts'
import { ChangeDialogs } from './change-dialogs.tsx'
import type { AskedOutcome } from './changes.server.ts'
import { ClassDays } from './class-days.tsx'
import { bookingsToSchedule, lessonToMove, type ShownBooking, upcomingClasses, waitingLesson } from './classes.ts'
import { useDialogAddress } from './dashboard-address.ts'
import { DisplaySwitch } from './display-switch.tsx'
import { DoneNotice } from './done-notice.tsx'
import { EarningsPanel } from './earnings-panel.tsx'
import { KeptList } from './kept-list.tsx'
import { MentorDialogs } from './mentor-dialogs.tsx'
import { MentorDisputes } from './mentor-disputes.tsx'
import { MentorFigures } from './mentor-figures.tsx'
import { MentorHeading } from './mentor-heading.tsx'
import { MentorReliability, SteppedDown } from './mentor-reliability.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import { OpenChanges } from './open-changes.tsx'
import { hasReview, OwnReview } from './own-review.tsx'
import { ReceivedReviews } from './received-reviews.tsx'
import { asksOf, ReviewAsks } from './review-asks.tsx'
import { ReviewDialogs } from './review-dialogs.tsx'
import type { OwnReviews } from './reviews.server.ts'
import type { SubjectOption } from './schedule-form.tsx'
import { spaced } from './spaced-tab.tsx'
import { timetablePath } from './timetable-words.ts'
import { isMarkable, TodayClasses } from './today-classes.tsx'
import { useKeptAttendance } from './use-kept-attendance.ts'
import { WaitingList } from './waiting-list.tsx'

type Props = Pick<BookingsPage, 'active' | 'reported' | 'cards' | 'morePages'> & {
  mentor: OwnMentor
  application: ShownApplication
  roles: Viewer['roles']
  summary: MentorSummary
  earnings: Earnings
  standing: Standing
  asked: AskedOutcome | null
  reviews: OwnReviews
  isOlder: boolean
  subjects: readonly SubjectOption[]
  now: number
  formKey: string
}

export function MentorDashboard({
  mentor,
  application,
  roles,
  active,
  reported,
  cards,
  morePages,
  summary,
  earnings,
  standing,
  asked,
  reviews,
  isOlder,
  subjects,
  now,
  formKey,
}: Props) {
  const { to } = useDialogAddress()
  const { kept, sendAgain, drop } = useKeptAttendance(mentor._id)
  const isKept = (id: string) => kept.some(({ lesson, state }) => lesson === id && state === 'saved')
  const upcoming = upcomingClasses(active, now)
  // Something is to be done, so it stands on top.
  const isFirst = application.status !== 'verified' || application.documentAsked || application.ending.length > 0
  // Weekly classes have a page of their own.
  const scheduleTo = ({ _id, plan, minutes }: ShownBooking) =>
    isSingle(plan, minutes) ? to('schedule', _id) : timetablePath(_id)
  const attendTo = (id: string) => to('attend', id)
  const toSchedule = bookingsToSchedule(active)
  const link = (address: string, words: string) => (
    <LocalLink key={words} to={address} preventScrollReset className="btn btn-outline">
      {words}
    </LocalLink>
  )
  const actionsOf = (booking: ShownBooking) => {
    const { _id, status } = booking
    const isOne = isSingle(booking.plan, booking.minutes)
    const waits = toSchedule.includes(booking)
    const [lesson, moved] = [waitingLesson(booking), lessonToMove(booking, now)]
    const actions = [
      lesson && isMarkable({ booking, lesson }, now) && link(attendTo(lesson._id), m.dash_mark_attendance()),
      waits && link(scheduleTo(booking), status === 'scheduled' ? m.dash_set_next() : m.dash_set_schedule()),
      !waits && !booking.isPaused && status === 'scheduled' && !isOne && link(timetablePath(_id), m.timetable_title()),
      moved && !booking.isPaused && link(isOne ? to('schedule', _id) : to('lesson', moved._id), m.dash_move_class()),
      status === 'scheduled' && link(to('sheet', _id), m.dash_view_sheet()),
    ].filter(Boolean)
    return actions.length > 0 && actions
  }
  const moreOf = (booking: ShownBooking) => {
    const review = reviews.reviewed.find((one) => one.booking === booking._id)
    const hasStars = booking.status === 'completed' && booking.rating !== null
    return review && hasReview(review, hasStars) && <OwnReview one={review} side="mentor" hasStars={hasStars} />
  }
  const tabs = [
    {
      id: 'classes',
      label: m.dash_classes(),
      panel: (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-h2 text-[22px]! lg:text-[24px]!">{m.dash_your_classes()}</h2>
            <ButtonLink look="outline" to="/dashboard/calendar" icon={<Icon name="calendar-days" size={20} />}>
              {m.dash_view_calendar()}
            </ButtonLink>
          </div>
          {cards.length > 0 ? (
            <BookingList
              bookings={cards}
              side="mentor"
              now={now}
              morePages={morePages}
              actionsOf={actionsOf}
              moreOf={moreOf}
            />
          ) : (
            <EmptyState
              title={m.dash_mentor_none_title()}
              text={m.dash_mentor_none_text()}
              action={
                <LocalLink to="/dashboard/mentor?tab=schedule" preventScrollReset className="btn btn-filled">
                  {m.dash_schedule_class()}
                </LocalLink>
              }
            />
          )}
        </>
      ),
    },
    {
      id: 'schedule',
      label: m.dash_schedule(),
      panel: (
        <>
          <p className="mb-6">
            <ButtonLink look="outline" to="/dashboard/mentor/availability" icon={<Icon name="clock" size={20} />}>
              {m.hours_title()}
            </ButtonLink>
          </p>
          {upcoming.length > 0 ? (
            <ClassDays
              classes={upcoming}
              side="mentor"
              now={now}
              actionOf={({ lesson }) => link(to('class', lesson._id), m.change_open())}
            />
          ) : (
            <EmptyState title={m.dash_schedule_none()} text={m.dash_schedule_none_mentor()} />
          )}
        </>
      ),
    },
    {
      id: 'earnings',
      label: m.dash_earnings(),
      panel: <EarningsPanel earnings={earnings} mentorId={mentor._id} formKey={formKey} isOlder={isOlder} />,
    },
  ]
  return (
    <main className="page-width pb-12">
      <MentorHeading mentor={mentor} roles={roles} />
      <DoneNotice />
      <OfflineStrip />
      <KeptList kept={kept} attendTo={attendTo} onAgain={sendAgain} onDrop={drop} />
      <MentorDialogs active={active} subjects={subjects} kept={kept} now={now} formKey={formKey} />
      <ChangeDialogs active={active} side="mentor" asked={asked} now={now} />
      <SteppedDown standing={standing} />
      <OpenChanges active={active} side="mentor" />
      <ReviewDialogs reviews={reviews} side="mentor" />
      {cards.length === 0 ? (
        <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-8">
          <ApplicationStatus {...application} />
          <DisplaySwitch mentor={mentor} />
        </div>
      ) : (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_400px] lg:grid-rows-[auto_1fr_auto] lg:gap-x-8">
          <div className="grid gap-4 lg:col-start-2">
            {isFirst && <ApplicationStatus {...application} />}
            <DisplaySwitch mentor={mentor} />
          </div>
          <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
            <TodayClasses
              active={active}
              isKept={isKept}
              now={now}
              attendTo={attendTo}
              changeTo={(id) => to('class', id)}
              recordTo={to}
            />
          </div>
          <div className="empty:hidden lg:col-start-2 lg:row-span-2 lg:row-start-2">
            <MentorFigures summary={summary} waiting={earnings.totals.waiting} />
          </div>
          <div className="empty:hidden lg:col-start-1 lg:row-start-3">
            <MentorDisputes bookings={reported} now={now} />
            <WaitingList active={active} isKept={isKept} now={now} scheduleTo={scheduleTo} attendTo={attendTo} />
            <ReviewAsks asks={asksOf(reviews.reviewed)} side="mentor" className="mt-8" />
            <ReceivedReviews received={reviews.received} slug={mentor.slug} />
          </div>
        </div>
      )}
      <div id="plans" className="mt-8">
        <Tabs label={m.dash_mentor_title()} param="tab" tabs={tabs.map(spaced)} />
      </div>
      <MentorReliability standing={standing} />
      {cards.length > 0 && !isFirst && (
        <div className="mt-8 max-w-[680px]">
          <ApplicationStatus {...application} />
        </div>
      )}
    </main>
  )
}
