import { isSingleLesson } from '#contract/classes/plans.ts'
import type { Refund } from '#contract/money/refunds.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { BookingRegister } from './attendance/booking-register.tsx'
import { ConfirmList, useFocusAfterAnswer } from './attendance/confirm-list.tsx'
import type { loadFamilyBooking } from './booking.server.ts'
import { BookingSummary } from './bookings/booking-summary.tsx'
import { ChangeMentorLink } from './bookings/change-mentor-link.tsx'
import { OpenChanges, openChanges } from './bookings/open-changes.tsx'
import { RenewBooking } from './bookings/renew-booking.tsx'
import { ChangeDialogs } from './changes/change-dialogs.tsx'
import { FamilyDialogs } from './family-dialogs.tsx'
import { MissingAddresses } from './kit/class-location.tsx'
import { classesToConfirm, disputedClasses, upcomingClasses } from './kit/classes.ts'
import { useDialogAddress } from './kit/dashboard-address.ts'
import { DoneNotice } from './kit/done-notice.tsx'
import { MonthOffer } from './kit/month-offer.tsx'
import { DisputeList } from './kit/open-dispute.tsx'
import { mustChoose } from './kit/preference-text.ts'
import { useNow } from './kit/use-now.ts'
import { useTick } from './kit/use-tick.ts'
import { PaidBooking } from './money/payments-list.tsx'
import { hasReview, OwnReview } from './reviews/own-review.tsx'
import { ReviewDialogs } from './reviews/review-dialogs.tsx'
import { promptsOf, ReviewPrompts } from './reviews/review-prompts.tsx'
import { TimetableDates } from './timetable/timetable-dates.tsx'
import { UnscheduledList, VoidedCredits } from './timetable/unscheduled-list.tsx'
import { WeeklyTimes } from './timetable/weekly-times.tsx'

type Props = Awaited<ReturnType<typeof loadFamilyBooking>> & { refunds: readonly Refund[] }

/** A booking's page for its family: what waits, the classes, the timetable and the money. */
export function FamilyBooking({
  timetable,
  asked,
  door,
  reviews,
  callingNo,
  refunds,
  price,
  month,
  where,
  ...own
}: Props) {
  const now = useNow(own.now)
  const tick = useTick()
  const address = useDialogAddress()
  const { booking } = timetable
  const { _id, status, lessonsPlanned } = booking
  const isWeekly = !isSingleLesson(booking.plan, booking.minutes)
  const toConfirm = classesToConfirm([booking])
  const disputed = disputedClasses([booking])
  const [demos, asks] = promptsOf(reviews.reviewed)
  const review = reviews.reviewed[0]
  const hasStars = status === 'completed' && booking.rating !== null
  const [next] = upcomingClasses([booking], now)
  useFocusAfterAnswer('to-confirm', toConfirm, 'dates')
  useFocusAfterAnswer('disputes', disputed, 'dates')
  return (
    <main className="page-width pb-12">
      <PageHeading
        back={{ to: '/dashboard/student', label: m.shell_home() }}
        title={booking.subjectName}
        text={[booking.mentor.fullName, booking.student].join(', ')}
      />
      <DoneNotice />
      <FamilyDialogs active={[booking]} tick={tick} callingNo={callingNo} where={where} now={now} />
      <ChangeDialogs active={[booking]} side="family" asked={asked} door={door} now={now} />
      <ReviewDialogs reviews={reviews} side="family" />
      <div className="booking-page">
        <div className="grid gap-6">
          <MissingAddresses active={[booking]} />
          {toConfirm.length > 0 && (
            <ConfirmList classes={toConfirm} tick={tick} problemTo={(id) => address.to('problem', id)} />
          )}
          <OpenChanges changes={openChanges([booking])} side="family" now={now} />
          <ReviewPrompts id="after-demo" asks={demos} side="family" months={month ? { [_id]: month } : {}} />
          <BookingSummary
            booking={booking}
            side="family"
            now={now}
            actions={
              <>
                {status === 'pending_schedule' && mustChoose(booking) && (
                  <ButtonLink to={`/dashboard/student/time/${_id}`}>{m.time_choose()}</ButtonLink>
                )}
                {next && (
                  <LocalLink to={address.to('class', next.lesson._id)} preventScrollReset className="btn btn-outline">
                    {m.change_open()}
                  </LocalLink>
                )}
                {status === 'scheduled' && (
                  <LocalLink to={address.to('sheet', _id)} preventScrollReset className="btn btn-outline">
                    {m.dash_view_sheet()}
                  </LocalLink>
                )}
                {(status === 'scheduled' || status === 'pending_schedule') && <ChangeMentorLink booking={booking} />}
              </>
            }
          />
          {status === 'scheduled' && lessonsPlanned > 1 && (
            <BookingRegister
              booking={booking}
              nextId={next?.lesson._id}
              now={now}
              lessonTo={(id) => address.to('class', id)}
            />
          )}
          {disputed.length > 0 && <DisputeList classes={disputed} />}
        </div>
        <div className="grid gap-6">
          <Renewal booking={booking} price={price} month={month} />
          {review && hasReview(review, hasStars) && <OwnReview one={review} side="family" hasStars={hasStars} />}
          <ReviewPrompts asks={asks} side="family" />
          <section aria-labelledby="money">
            <h2 id="money" className="mb-3 text-h2 text-[22px]! lg:text-[24px]!">
              {m.dash_payments()}
            </h2>
            <ul>
              <PaidBooking booking={booking} refunds={refunds} now={now} />
            </ul>
          </section>
        </div>
        <section className="min-w-0" aria-labelledby="timetable">
          <h2 id="timetable" className="mb-3 text-h2 text-[22px]! lg:text-[24px]!">
            {m.timetable_title()}
          </h2>
          {isWeekly && <WeeklyTimes rule={timetable.rule} />}
          <UnscheduledList timetable={timetable} side="family" />
          <VoidedCredits timetable={timetable} side="family" />
          <TimetableDates timetable={timetable} side="family" now={now} />
        </section>
      </div>
    </main>
  )
}

function Renewal({ booking, price, month }: Pick<Props, 'price' | 'month'> & Pick<Props['timetable'], 'booking'>) {
  if (month) return <MonthOffer month={month} />
  if (price !== undefined) return <RenewBooking booking={booking} price={price} />
  if (booking.replacedBy !== null) return <p className="text-muted">{m.replace_moved()}</p>
  if (booking.renewedBy === null) return null
  return (
    <p className="flex items-center gap-2 text-tick">
      <Icon name="circle-check" size={20} />
      {m.renew_done()}
    </p>
  )
}
