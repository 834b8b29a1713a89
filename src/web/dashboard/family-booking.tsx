import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { isSingleLesson } from '#contract/classes/plans.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { late } from '../ui/late.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Portrait } from '../ui/photo.tsx'
import { AttendanceSheet, LatestConcern, pastLessons } from './attendance/attendance-sheet.tsx'
import { BookingRegister } from './attendance/booking-register.tsx'
import { ConfirmList, LateAnswer, useFocusAfterAnswer } from './attendance/confirm-list.tsx'
import { codesOfToday, VisitCodes } from './attendance/visit-codes.tsx'
import type { FamilyBookingData } from './booking-data.server.ts'
import { BookingFrame, BookingSection } from './bookings/booking-frame.tsx'
import { ChangeMentorLink, RowLink } from './bookings/change-mentor-link.tsx'
import { ClassLinks } from './bookings/next-class.tsx'
import { NextClassLine, NextStep } from './bookings/next-step.tsx'
import { ChangeDialogs } from './changes/change-dialogs.tsx'
import { FamilyDialogs } from './family-dialogs.tsx'
import { AdultAfterClass } from './kit/adult-at-home.tsx'
import { ClassLocation } from './kit/class-location.tsx'
import {
  bookingsToSchedule,
  canAnswer,
  classesToConfirm,
  disputedClasses,
  isActive,
  type ShownBooking,
  upcomingClasses,
} from './kit/classes.ts'
import { useDialogAddress } from './kit/dashboard-address.ts'
import { FoldedSection } from './kit/folded-section.tsx'
import { isPast } from './kit/lesson-state.ts'
import { MonthOffer } from './kit/month-offer.tsx'
import { type Step, type StepKind, stepOf } from './kit/next-step.ts'
import { OpenChanges, openChanges } from './kit/open-changes.tsx'
import { preferenceSentence } from './kit/preference-text.ts'
import type { ShownTimetable } from './kit/timetable.server.ts'
import { useTick } from './kit/use-tick.ts'
import { AskRefund, canAskRefund } from './money/ask-refund.tsx'
import { BookingPayments } from './money/booking-payments.tsx'
import { ReviewDialogs } from './reviews/review-dialogs.tsx'
import { hasReview, OwnReview, promptsOf, ReviewPrompts } from './reviews/review-prompts.tsx'
import { TimetableDates } from './timetable/timetable-dates.tsx'
import { UnscheduledList, VoidedCredits } from './timetable/unscheduled-list.tsx'
import { WeeklyTimes } from './timetable/weekly-times.tsx'

const RenewBooking = late('renew-booking', async () => (await import('./bookings/renew-booking.tsx')).RenewBooking)
const DisputeList = late('open-dispute', async () => (await import('./kit/open-dispute.tsx')).DisputeList)

type Props = FamilyBookingData & { timetable: ShownTimetable; now: number }

/** A booking as its family sees it. */
export function FamilyBooking({ timetable, now, ...props }: Props) {
  const { booking } = timetable
  const { reviews, codes, month, price } = props
  const { to } = useDialogAddress()
  const [search] = useSearchParams()
  const tick = useTick()
  const step = stepOf(booking, 'family', now)
  const [next] = upcomingClasses([booking], now)
  const toConfirm = classesToConfirm([booking])
  const disputed = disputedClasses([booking])
  useFocusAfterAnswer('to-confirm', toConfirm, 'next-step')
  useFocusAfterAnswer('disputes', disputed, 'next-step')
  const of = { ...reviews, reviewed: reviews.reviewed.filter((one) => one.booking === booking._id) }
  const [demos] = promptsOf(of.reviewed)
  const isPrompted = demos.length > 0
  const review = of.reviewed.find((one) => hasReview(one, isPrompted || !one.own))
  const isReviewable = !isPrompted && of.reviewed.some(({ canWrite, own }) => canWrite && !own)
  const links = next && <ClassLinks one={next} changeTo={to('class', next.lesson._id)} isQuiet />
  const foot = links && (
    <div className="-mx-4 -mb-4 rounded-b-[inherit] border-line border-t bg-surface px-4 py-1 lg:-mx-5 lg:-mb-5 lg:px-5">
      {links}
    </div>
  )
  const isAsked = next !== undefined && step.kind === 'answer-change' && canAnswer(next.lesson, 'family')
  const changes = (
    <OpenChanges
      changes={openChanges([booking], 'family')}
      side="family"
      now={now}
      foot={isAsked ? { lessonId: next.lesson._id, links: foot } : undefined}
    />
  )
  const confirm = toConfirm.length > 0 && (
    <ConfirmList
      classes={toConfirm}
      tick={tick}
      problemTo={(id) => to('problem', id)}
      isFirst={step.kind === 'confirm-class'}
    />
  )
  const disputes = disputed.length > 0 && <DisputeList classes={disputed} />
  const isRenewing = step.kind === 'renew' || search.has('renew')
  const renewal = price !== undefined && (
    <section id="renew" className={`scroll-mt-24 ${isRenewing ? 'card' : ''}`}>
      <RenewBooking booking={booking} price={price} isRow={!isRenewing} />
    </section>
  )
  const offer = month && demos.length === 0 && (
    <section className="card" aria-label={m.plan_monthly()}>
      <MonthOffer month={month} isFirst={step.kind === 'over'} />
    </section>
  )
  // Of a booking that ended, the money that came back is the next step.
  const isEnded = step.kind === 'cancelled' || step.kind === 'over'
  const refund = isEnded && canAskRefund(booking, props.refunds, now) && (
    <section className="card" aria-label={m.refund_ask()}>
      <AskRefund booking={booking} refunds={props.refunds} now={now} hasAmount />
    </section>
  )
  const forms: Partial<Record<StepKind, ReactNode>> = {
    'confirm-times': changes,
    'answer-change': changes,
    'confirm-class': confirm,
    disputed: disputes,
    renew: renewal,
    over: refund || offer,
    cancelled: refund,
  }
  const form = forms[step.kind]
  const wish = preferenceSentence(booking, 'family', now)
  const detail =
    step.kind === 'await-time' && wish !== step.text
      ? wish
      : booking.lessonsPlanned > 1 && bookingsToSchedule([booking]).length > 0
        ? m.dash_rest_by_mentor({ name: booking.mentor.fullName })
        : ''
  // Without weekly times only a wish is worth a section, unless the next step says it.
  const hasWeek =
    !isSingleLesson(booking.plan, booking.minutes) &&
    (timetable.rule !== null || (wish !== '' && step.kind !== 'await-time'))
  const past = pastLessons(booking, now)
  return (
    <BookingFrame
      booking={booking}
      side="family"
      isAsked={form === changes}
      dialogs={
        <>
          <LateAnswer classes={toConfirm} />
          <AdultAfterClass classes={toConfirm} tick={tick} />
          <FamilyDialogs active={[booking]} tick={tick} where={props.where} now={now} />
          <ChangeDialogs active={[booking]} side="family" asked={props.asked} door={props.door} now={now} />
          <ReviewDialogs reviews={reviews} side="family" />
        </>
      }
      aside={
        <>
          <People booking={booking} now={now} reviewTo={isReviewable ? to('review', booking._id) : null} />
          {form !== renewal && isRenewing && renewal}
          <BookingPayments booking={booking} refunds={props.refunds} now={now} hasRefund={!refund}>
            {!isRenewing && renewal}
          </BookingPayments>
          {form !== offer && offer}
        </>
      }
      history={
        <div className="card py-1.5! empty:hidden *:last:border-b-0">
          <UnscheduledList timetable={timetable} side="family" />
          <VoidedCredits timetable={timetable} side="family" />
          {past.length > 0 && (
            <FoldedSection id="sheet" title={m.timetable_over()} fact={String(past.length)} isOpen={!isActive(booking)}>
              <AttendanceSheet
                timetable={timetable}
                now={now}
                lessonTo={(id) => to('class', id)}
                problemTo={(id) => to('problem', id)}
              />
              {next && <LatestConcern booking={booking} side="family" now={now} />}
            </FoldedSection>
          )}
          {review && <OwnReview one={review} side="family" isPrompted={isPrompted || !review.own} />}
        </div>
      }
    >
      <div className="grid gap-4">
        {next && !isAsked && step.kind !== 'next-class' && (
          <NextClassLine lesson={next.lesson} now={now}>
            {links}
          </NextClassLine>
        )}
        <NextStep
          step={step}
          link={linkOf(step, booking, to)}
          detail={detail}
          form={form}
          foot={step.kind === 'next-class' && foot}
        />
        <VisitCodes codes={codesOfToday(codes, now)} />
      </div>
      {form !== confirm && confirm}
      {form !== changes && changes}
      <ReviewPrompts id="after-demo" asks={demos} side="family" months={month ? { [booking._id]: month } : {}} />
      {form !== disputes && disputes}
      {booking.status === 'scheduled' && booking.lessonsPlanned > 1 && (
        <BookingRegister booking={booking} nextId={next?.lesson._id} now={now} lessonTo={(id) => to('class', id)} />
      )}
      <div className="empty:hidden [&>section:first-child]:mt-0">
        {hasWeek && (
          <BookingSection id="times" title={m.timetable_title()}>
            <WeeklyTimes rule={timetable.rule} wishes={wish} />
          </BookingSection>
        )}
        {/* The next class stands above. */}
        {booking.lessons.some((one) => one._id !== next?.lesson._id && !isPast(one, now)) && (
          <TimetableDates timetable={timetable} side="family" now={now} changeTo={({ _id }) => to('class', _id)} />
        )}
      </div>
    </BookingFrame>
  )
}

/** Where the next step is done, if not on the page itself. */
function linkOf(
  { kind }: Step,
  booking: ShownBooking,
  to: ReturnType<typeof useDialogAddress>['to'],
): { to: string; label: string } | null {
  if (kind === 'choose-time') return { to: `/dashboard/student/time/${booking._id}`, label: m.time_choose() }
  if (kind === 'add-address') return { to: to('address', booking._id), label: m.address_add() }
  return null
}

type PeopleProps = {
  booking: ShownBooking
  now: number /** Where to write the first review. */
  reviewTo: string | null
}

function People({ booking, now, reviewTo }: PeopleProps) {
  const { mentor, status } = booking
  const isOpen = status === 'scheduled' || status === 'pending_schedule'
  // With a next class, writing and a concern are on its card.
  const hasNext = upcomingClasses([booking], now).length > 0
  return (
    <section className="card" aria-label={m.dash_mentor()}>
      <div className="mb-3 flex items-center gap-3">
        <Portrait src={mentor.profilePhoto} name={mentor.fullName} width={48} />
        <LocalLink to={`/mentors/${mentor.slug}`} className="text-link inline-flex min-h-11 min-w-0 items-center">
          {mentor.fullName}
        </LocalLink>
      </div>
      <ClassLocation booking={booking} side="family" />
      {isOpen && !hasNext && (
        <ButtonLink
          look="outline"
          wide
          to={`/chat/${mentor.slug}`}
          aria-label={m.card_message({ name: mentor.fullName })}
          icon={<Icon name="message-circle" size={20} />}
          className="mt-3"
        >
          {m.dash_message()}
        </ButtonLink>
      )}
      {!hasNext && (
        <div className="mt-1 -mb-2 empty:hidden">
          <LatestConcern booking={booking} side="family" now={now} />
        </div>
      )}
      <div className="mt-3 -mb-2.5 empty:hidden lg:-mb-3.5">
        {reviewTo && (
          <RowLink to={reviewTo} isDialog>
            {m.review_write()}
          </RowLink>
        )}
        <ChangeMentorLink booking={booking} />
      </div>
    </section>
  )
}
