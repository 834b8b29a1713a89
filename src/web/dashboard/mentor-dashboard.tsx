import type { DoorCode } from '#contract/classes/safety.ts'
import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import type { ReliabilityReport } from '#contract/mentors/reliability.ts'
import type { OwnTaxes } from '#contract/mentors/taxes.ts'
import type { OwnMentor } from '#contract/people/accounts.ts'
import type { ConsentText } from '#contract/people/consent-texts.ts'
import { m } from '#messages'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Viewer } from '../viewer.ts'
import { ApplicationStatus, needsAttention, type ShownApplication } from './application-status.tsx'
import { OfflineStrip } from './attendance/offline-strip.tsx'
import { StoredAttendanceList } from './attendance/stored-attendance-list.tsx'
import { useStoredAttendance } from './attendance/use-stored-attendance.ts'
import { CollapsedTasks, taskText } from './bookings/collapsed-tasks.tsx'
import { MentorTasks, unmarkedBefore } from './bookings/mentor-tasks.tsx'
import { ComingClasses, isMarkable, TodayClasses, TodayHeading, todaysClasses } from './bookings/today-classes.tsx'
import { ChangeDialogs } from './changes/change-dialogs.tsx'
import type { RequestedOutcome } from './changes/changes.server.ts'
import { RankingNotice } from './changes/ranking-notice.tsx'
import { DisplaySwitch } from './display-switch.tsx'
import { bookingsToSchedule, type ShownBooking } from './kit/classes.ts'
import { useDialogAddress } from './kit/dashboard-address.ts'
import { DoneNotice } from './kit/done-notice.tsx'
import { isOwnChange, OpenChanges, openChanges } from './kit/open-changes.tsx'
import { scheduleTo } from './kit/schedule-address.ts'
import type { SubjectOption } from './kit/subject-field.tsx'
import { MentorDialogs } from './mentor-dialogs.tsx'
import { MentorFigures, MonthEarned } from './mentor-figures.tsx'
import { MentorHeading } from './mentor-heading.tsx'
import type { ProfileTask } from './profile-task.ts'
import { ReviewDialogs } from './reviews/review-dialogs.tsx'
import { promptsOf, ReviewPrompts } from './reviews/review-prompts.tsx'
import type { OwnReviews } from './reviews/reviews.server.ts'
import { SetupList, setupSteps } from './setup-list.tsx'
import { isRequested, RequestedTimes } from './timetable/requested-times.tsx'

type Props = {
  mentor: OwnMentor
  application: ShownApplication
  roles: Viewer['roles']
  active: readonly ShownBooking[]
  standing: ReliabilityReport
  summary: MentorSummary
  taxes: OwnTaxes
  /** The code of conduct while it is not accepted. */
  conduct: ConsentText | null
  asked: RequestedOutcome | null
  door: (DoorCode & { of: string }) | null
  reviews: OwnReviews
  /** Whether it said when it teaches. */
  hasHours: boolean
  /** Parts of its profile. */
  tasks: readonly ProfileTask[]
  subjects: readonly SubjectOption[]
  now: number
  formKey: string
}

/** A mentor's day: its classes with address and attendance, and what waits. */
export function MentorDashboard({
  mentor,
  application,
  roles,
  active,
  standing,
  summary,
  taxes,
  conduct,
  asked,
  door,
  reviews,
  hasHours,
  tasks: profile,
  subjects,
  now,
  formKey,
}: Props) {
  const { to } = useDialogAddress()
  const { stored, sendAgain, drop } = useStoredAttendance(mentor._id)
  const isStored = (id: string) => stored.some(({ lesson, state }) => lesson === id && state === 'saved')
  const attendTo = (id: string) => to('attend', id)
  const toSchedule = bookingsToSchedule(active)
  const unmarked = unmarkedBefore(active, now, isStored)
  const changes = openChanges(active, 'mentor')
  const [demos, asks] = promptsOf(reviews.reviewed)
  const requested = active.filter(isRequested)
  const steps = setupSteps({ isVerified: mentor.status === 'verified', hasHours, summary, taxes, tasks: profile })
  const theirChanges = changes.filter((one) => !isOwnChange(one, 'mentor'))
  // Today's attendance and requests have filled buttons of their own.
  const hasUrgent =
    requested.length + theirChanges.length > 0 ||
    todaysClasses({ active, now }).some(
      ({ lesson }) => isMarkable(lesson, now) && !lesson.change && !isStored(lesson._id),
    )
  // Only the most urgent action is filled.
  const isSetupFirst = !hasUrgent && unmarked.length + toSchedule.length + demos.length === 0
  const ownChanges = changes.filter((one) => isOwnChange(one, 'mentor'))
  const once = (text: () => string) => text
  const hasTasks = unmarked.length + toSchedule.length > 0
  const reviewing = { count: asks.length, text: taskText(m.dash_more_review, m.dash_more_reviews) }
  // In the order of the cards below.
  const tasks = [
    { count: requested.length, text: taskText(m.dash_more_time, m.dash_more_times) },
    { count: theirChanges.length, text: taskText(m.dash_more_change, m.dash_more_changes) },
    { count: unmarked.length, text: taskText(m.dash_more_mark, m.dash_more_marks) },
    {
      count: toSchedule.length,
      text: taskText(() => m.dash_more_schedule({ name: toSchedule.at(-1)?.student ?? '' }), m.dash_more_schedules),
    },
    ...(hasTasks ? [reviewing] : []),
    { count: demos.length, text: taskText(m.dash_more_demo, m.dash_more_demos) },
    { count: Number(steps.length > 0 || conduct !== null), text: once(m.dash_more_setup) },
    { count: ownChanges.length, text: null },
    ...(hasTasks ? [] : [reviewing]),
  ].filter(({ count }) => count > 0)
  const isApplicant = mentor.status !== 'verified' && mentor.status !== 'suspended' && active.length === 0
  const isNew = active.length === 0 && summary.earned === 0
  // Without bookings, the setup is the page.
  const isSetup = isNew && !isApplicant && isSetupFirst && (steps.length > 0 || conduct !== null)
  // On phones it comes before the next class of a day without classes.
  const isFree = todaysClasses({ active, now }).length === 0
  const isBeside = active.length > 0
  const isWaiting = isBeside && tasks.length > 0
  const toDo = (hasTasks || asks.length > 0) && (
    <MentorTasks
      unmarked={unmarked}
      toSchedule={toSchedule}
      now={now}
      isUrgent={!hasUrgent}
      scheduleTo={(booking) => scheduleTo(booking, to)}
      attendTo={attendTo}
    >
      <ReviewPrompts asks={asks} side="mentor" isListed />
    </MentorTasks>
  )
  const waiting = (
    <div
      className={`grid gap-8 empty:hidden ${isBeside ? 'lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:mt-6' : 'lg:col-start-1 lg:mt-2'}`}
    >
      <CollapsedTasks rest={tasks.map(({ count, text }, nth) => ({ left: count - Number(nth === 0), text }))} onPhones>
        <RequestedTimes asked={requested} now={now} />
        <OpenChanges changes={theirChanges} side="mentor" now={now} />
        {hasTasks && toDo}
        <ReviewPrompts id="after-demo" asks={demos} side="mentor" />
        <SetupList steps={steps} conduct={conduct} look={isSetupFirst ? 'filled' : 'outline'} isTitle={isSetup} />
        <OpenChanges id="own-changes" changes={ownChanges} side="mentor" now={now} />
        {!hasTasks && toDo}
      </CollapsedTasks>
    </div>
  )
  return (
    <main className="page-width pb-12">
      <MentorDialogs active={active} subjects={subjects} stored={stored} now={now} formKey={formKey} />
      <ChangeDialogs active={active} side="mentor" asked={asked} door={door} now={now} />
      <ReviewDialogs reviews={reviews} side="mentor" />
      {/* The first two rows do not grow with the tasks beside them. */}
      <div
        className={`grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)] lg:items-start lg:gap-x-8 lg:gap-y-4 ${isWaiting ? 'lg:grid-rows-[minmax(min-content,0px)_minmax(min-content,0px)_auto_1fr]' : 'lg:grid-rows-[auto_auto_1fr]'}`}
      >
        <div className="-mb-8 min-w-0 lg:col-start-1 lg:-mb-4">
          <MentorHeading mentor={mentor} roles={roles} isTitle={isApplicant} />
          <DoneNotice />
          <OfflineStrip />
          <StoredAttendanceList stored={stored} attendTo={attendTo} onAgain={sendAgain} onDrop={drop} />
          <RankingNotice standing={standing} />
        </div>
        <div className={`grid gap-6 empty:hidden lg:col-start-1 ${isFree ? 'max-lg:-mb-2' : 'max-lg:-mb-4'}`}>
          {!isApplicant && !isSetup && <TodayHeading active={active} now={now} />}
          {needsAttention(application) && <ApplicationStatus {...application} />}
        </div>
        {isFree && waiting}
        <div
          className={`grid gap-6 empty:hidden lg:col-start-1 lg:gap-8 ${isFree ? 'lg:mt-2' : ''} ${isWaiting ? 'lg:row-span-2 lg:row-start-3' : ''}`}
        >
          {!isApplicant && !isNew && (
            <TodayClasses
              active={active}
              isStored={isStored}
              now={now}
              attendTo={attendTo}
              changeTo={(id) => to('class', id)}
              absentTo={(id) => to('absent', id)}
              recordTo={to}
            />
          )}
          {!isApplicant && isNew && tasks.length === 0 && (
            <div className="card">
              <EmptyState title={m.dash_students_none()} text={m.dash_students_none_text()} />
            </div>
          )}
          {/* On phones it is a page of its own. */}
          {!isApplicant && <MonthEarned summary={summary} />}
          {!isNew && (
            <div className="grid gap-8 max-lg:hidden">
              <ComingClasses active={active} now={now} />
              <MentorFigures summary={summary} />
            </div>
          )}
        </div>
        {!isFree && waiting}
        <div
          className={`max-lg:-mt-2 lg:col-start-2 ${isWaiting ? 'lg:row-start-4 lg:mt-4' : 'lg:row-start-1 lg:mt-6'}`}
        >
          <DisplaySwitch mentor={mentor} hasHours={hasHours} />
        </div>
      </div>
    </main>
  )
}
