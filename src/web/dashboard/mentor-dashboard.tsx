import { isSingleLesson } from '#contract/classes/plans.ts'
import type { DoorCode } from '#contract/classes/safety.ts'
import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import type { ReliabilityReport } from '#contract/mentors/reliability.ts'
import type { OwnTaxes } from '#contract/mentors/taxes.ts'
import type { Earnings } from '#contract/money/payouts.ts'
import type { OwnMentor } from '#contract/people/accounts.ts'
import type { ConsentText } from '#contract/people/consent-texts.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { Viewer } from '../viewer.ts'
import { ApplicationStatus, type ShownApplication } from './application-status.tsx'
import { OfflineStrip } from './attendance/offline-strip.tsx'
import { StoredAttendanceList } from './attendance/stored-attendance-list.tsx'
import { useStoredAttendance } from './attendance/use-stored-attendance.ts'
import { HoursPrompt } from './availability/hours-prompt.tsx'
import { BookingLines } from './bookings/booking-line.tsx'
import { CollapsedTasks } from './bookings/collapsed-tasks.tsx'
import { MentorTasks, unmarkedBefore } from './bookings/mentor-tasks.tsx'
import { OpenChanges, openChanges } from './bookings/open-changes.tsx'
import { TodayClasses } from './bookings/today-classes.tsx'
import { ChangeDialogs } from './changes/change-dialogs.tsx'
import type { RequestedOutcome } from './changes/changes.server.ts'
import { MentorDisputes } from './changes/mentor-disputes.tsx'
import { MentorReliability, RankingNotice } from './changes/mentor-reliability.tsx'
import { DisplaySwitch } from './display-switch.tsx'
import type { BookingsPage } from './kit/bookings.server.ts'
import { bookingsToSchedule, isMonthOpen, type ShownBooking, upcomingClasses } from './kit/classes.ts'
import { useDialogAddress } from './kit/dashboard-address.ts'
import { DoneNotice } from './kit/done-notice.tsx'
import { spaced } from './kit/spaced-tab.tsx'
import type { SubjectOption } from './kit/subject-field.tsx'
import { timetablePath } from './kit/timetable-text.ts'
import { MentorDialogs } from './mentor-dialogs.tsx'
import { MentorFigures } from './mentor-figures.tsx'
import { MentorHeading } from './mentor-heading.tsx'
import { EarningsPanel } from './money/earnings-panel.tsx'
import { ReceivedReviews } from './reviews/received-reviews.tsx'
import { ReviewDialogs } from './reviews/review-dialogs.tsx'
import { promptsOf, ReviewPrompts } from './reviews/review-prompts.tsx'
import type { OwnReviews } from './reviews/reviews.server.ts'
import { ConductPrompt } from './settings/conduct-prompt.tsx'
import { needsTaxFacts, TaxPrompt } from './settings/tax-prompt.tsx'
import { ClassDays } from './timetable/class-days.tsx'
import { isRequested, RequestedTimes } from './timetable/requested-times.tsx'

type Props = Pick<BookingsPage, 'active' | 'reported' | 'cards' | 'morePages'> & {
  mentor: OwnMentor
  application: ShownApplication
  roles: Viewer['roles']
  summary: MentorSummary
  earnings: Earnings
  standing: ReliabilityReport
  taxes: OwnTaxes
  /** The code of conduct while it is not accepted. */
  conduct: ConsentText | null
  asked: RequestedOutcome | null
  door: (DoorCode & { of: string }) | null
  reviews: OwnReviews
  /** Whether it said when it teaches. */
  hasHours: boolean
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
  taxes,
  conduct,
  asked,
  door,
  reviews,
  hasHours,
  isOlder,
  subjects,
  now,
  formKey,
}: Props) {
  const { to } = useDialogAddress()
  const { stored, sendAgain, drop } = useStoredAttendance(mentor._id)
  const isStored = (id: string) => stored.some(({ lesson, state }) => lesson === id && state === 'saved')
  const upcoming = upcomingClasses(active, now)
  // Something is to be done, so it stands on top.
  const isFirst =
    application.status !== 'verified' ||
    application.documentAsked ||
    application.waiting !== null ||
    application.ending.length > 0
  // Weekly times that are set have a page of their own.
  const scheduleTo = (booking: ShownBooking) =>
    isSingleLesson(booking.plan, booking.minutes) || isMonthOpen(booking)
      ? to('schedule', booking._id)
      : timetablePath(booking._id)
  const attendTo = (id: string) => to('attend', id)
  const toSchedule = bookingsToSchedule(active)
  const unmarked = unmarkedBefore(active, now, isStored)
  const changes = openChanges(active)
  const [demos, asks] = promptsOf(reviews.reviewed)
  const requested = active.filter(isRequested)
  const asksTax = needsTaxFacts(taxes)
  const waiting =
    requested.length +
    changes.count +
    unmarked.length +
    toSchedule.length +
    demos.length +
    Number(!hasHours) +
    Number(asksTax) +
    Number(conduct !== null)
  const link = (address: string, words: string) => (
    <LocalLink key={words} to={address} preventScrollReset className="btn btn-outline">
      {words}
    </LocalLink>
  )
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
            <BookingLines bookings={cards} side="mentor" now={now} morePages={morePages} />
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
      label: m.dash_payments(),
      panel: <EarningsPanel earnings={earnings} mentorId={mentor._id} formKey={formKey} isOlder={isOlder} />,
    },
  ]
  const plans = (
    <div id="plans" className={cards.length === 0 ? 'mt-8' : 'min-w-0'}>
      <Tabs label={m.dash_mentor_title()} param="tab" tabs={tabs.map(spaced)} />
    </div>
  )
  return (
    <main className="page-width pb-12">
      <MentorHeading mentor={mentor} roles={roles} />
      <DoneNotice />
      <OfflineStrip />
      <StoredAttendanceList stored={stored} attendTo={attendTo} onAgain={sendAgain} onDrop={drop} />
      <MentorDialogs active={active} subjects={subjects} stored={stored} now={now} formKey={formKey} />
      <ChangeDialogs active={active} side="mentor" asked={asked} door={door} now={now} />
      <RankingNotice standing={standing} />
      <ReviewDialogs reviews={reviews} side="mentor" />
      {cards.length === 0 ? (
        <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-8">
          {!hasHours && <HoursPrompt />}
          {asksTax && <TaxPrompt taxes={taxes} />}
          {conduct && <ConductPrompt text={conduct} />}
          <ApplicationStatus {...application} />
          <DisplaySwitch mentor={mentor} />
        </div>
      ) : (
        <div className="with-aside mentor-aside">
          <div className="grid gap-6">
            {isFirst && <ApplicationStatus {...application} />}
            <TodayClasses
              active={active}
              isStored={isStored}
              now={now}
              attendTo={attendTo}
              changeTo={(id) => to('class', id)}
              recordTo={to}
            />
            <CollapsedTasks count={waiting}>
              <RequestedTimes asked={requested} now={now} />
              <OpenChanges changes={changes} side="mentor" now={now} />
              <MentorTasks
                unmarked={unmarked}
                toSchedule={toSchedule}
                now={now}
                scheduleTo={scheduleTo}
                attendTo={attendTo}
              />
              <ReviewPrompts id="after-demo" asks={demos} side="mentor" />
              {!hasHours && <HoursPrompt />}
              {asksTax && <TaxPrompt taxes={taxes} />}
              {conduct && <ConductPrompt text={conduct} />}
            </CollapsedTasks>
          </div>
          {plans}
          <div className="grid gap-6">
            <DisplaySwitch mentor={mentor} />
            <MentorFigures summary={summary} waiting={earnings.totals.waiting} />
            <MentorDisputes bookings={reported} now={now} />
            <ReviewPrompts asks={asks} side="mentor" />
            <ReceivedReviews received={reviews.received} slug={mentor.slug} />
          </div>
        </div>
      )}
      {cards.length === 0 && plans}
      <MentorReliability standing={standing} />
      {cards.length > 0 && !isFirst && (
        <div className="mt-8 max-w-[680px]">
          <ApplicationStatus {...application} />
        </div>
      )}
    </main>
  )
}
