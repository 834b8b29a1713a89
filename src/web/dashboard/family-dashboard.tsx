import { Children } from 'react'
import type { OwnCall } from '#contract/calls.ts'
import { isSingle } from '#contract/limits.ts'
import type { OrderSummary } from '#contract/payments.ts'
import type { Refund } from '#contract/refunds.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { Viewer } from '../viewer.ts'
import { AnotherMentor } from './another-mentor.tsx'
import { BookingList } from './booking-list.tsx'
import { BookingRegister } from './booking-register.tsx'
import type { BookingsPage } from './bookings.server.ts'
import { ChangeDialogs } from './change-dialogs.tsx'
import type { AskedOutcome } from './changes.server.ts'
import { ClassDays } from './class-days.tsx'
import { classesToConfirm, disputedClasses, type FamilyMoney, type ShownBooking, upcomingClasses } from './classes.ts'
import { ConfirmList, useFocusAfterAnswer } from './confirm-list.tsx'
import { useDialogAddress } from './dashboard-address.ts'
import type { FormFetcher } from './dashboard-form.tsx'
import { DoneNotice } from './done-notice.tsx'
import { FamilyDialogs } from './family-dialogs.tsx'
import { FamilyHeading } from './family-heading.tsx'
import { LearnerSwitch, useLearners } from './learner-switch.tsx'
import { NextClass } from './next-class.tsx'
import { OpenCalls } from './open-calls.tsx'
import { OpenChanges } from './open-changes.tsx'
import { DisputeList } from './open-dispute.tsx'
import { OpenPayments } from './open-payments.tsx'
import { hasReview, OwnReview } from './own-review.tsx'
import { PaymentsList } from './payments-list.tsx'
import { RefundList } from './refund-list.tsx'
import { RenewBooking } from './renew-booking.tsx'
import type { TodaysPrice } from './renewals.server.ts'
import { asksOf, ReviewAsks } from './review-asks.tsx'
import { ReviewDialogs } from './review-dialogs.tsx'
import type { OwnReviews } from './reviews.server.ts'
import { spaced } from './spaced-tab.tsx'
import { type ShownCode, VisitCodes } from './visit-codes.tsx'

type Props = Pick<BookingsPage, 'active' | 'reported' | 'cards' | 'morePages'> & {
  name: string | null
  roles: Viewer['roles']
  orders: readonly OrderSummary[]
  refunds: readonly Refund[]
  money: FamilyMoney | null
  callingNo: string | null
  codes: readonly ShownCode[]
  /** Of bookings that can be renewed. */
  prices: Record<string, TodaysPrice>
  asked: AskedOutcome | null
  reviews: OwnReviews
  calls: readonly OwnCall[]
  now: number
  tick: FormFetcher
}

export function FamilyDashboard(props: Props) {
  const {
    name,
    roles,
    callingNo,
    codes,
    reported,
    morePages,
    orders,
    refunds,
    money,
    prices,
    asked,
    reviews,
    calls,
    now,
    tick,
  } = props
  const address = useDialogAddress()
  const { learners, chosen, only } = useLearners(props.cards, props.active)
  const [active, cards] = [only(props.active), only(props.cards)]
  const upcoming = upcomingClasses(active, now)
  const toConfirm = classesToConfirm(active)
  const disputed = disputedClasses(active)
  useFocusAfterAnswer('to-confirm', toConfirm, 'bookings')
  useFocusAfterAnswer('disputes', disputed, 'bookings')
  const [next] = upcoming
  const registers = active.filter(({ status, lessonsPlanned }) => status === 'scheduled' && lessonsPlanned > 1)
  const nextOf = ({ _id }: ShownBooking) => upcoming.find(({ booking }) => booking._id === _id)?.lesson._id
  const actionsOf = (booking: ShownBooking) => {
    const { _id, status } = booking
    const another = <AnotherMentor booking={booking} />
    if (status !== 'scheduled') return status === 'pending_schedule' && another
    return (
      <>
        {!isSingle(booking.plan, booking.minutes) && (
          <ButtonLink look="outline" to={`/dashboard/student/timetable/${_id}`}>
            {m.timetable_title()}
          </ButtonLink>
        )}
        <LocalLink to={address.to('sheet', _id)} preventScrollReset className="btn btn-outline">
          {m.dash_view_sheet()}
        </LocalLink>
        {another}
      </>
    )
  }
  const renewalOf = (booking: ShownBooking) => {
    const price = prices[booking._id]
    if (price !== undefined) return <RenewBooking booking={booking} price={price} />
    if (booking.replacedBy !== null) return <p className="text-muted">{m.replace_moved()}</p>
    return booking.renewedBy === null ? null : (
      <p className="flex items-center gap-2 text-tick">
        <Icon name="circle-check" size={20} />
        {m.renew_done()}
      </p>
    )
  }
  const asks = asksOf(reviews.reviewed)
  const moreOf = (booking: ShownBooking) => {
    const review = reviews.reviewed.find((one) => one.booking === booking._id)
    const hasStars = booking.status === 'completed' && booking.rating !== null
    const own = review && hasReview(review, hasStars) && <OwnReview one={review} side="family" hasStars={hasStars} />
    const parts = [renewalOf(booking), own]
    const shown = parts.filter(Boolean)
    return shown.length > 0 && <div className="grid gap-4">{Children.toArray(shown)}</div>
  }
  const isEmpty = cards.length === 0
  const tabs = [
    {
      id: 'classes',
      label: m.dash_classes(),
      panel: isEmpty ? (
        <EmptyState
          title={m.dash_none_title()}
          text={m.dash_none_text()}
          action={<ButtonLink to="/mentors">{m.dash_book_now()}</ButtonLink>}
        />
      ) : (
        <>
          <div className="grid gap-4">
            {registers.map((booking) => (
              <BookingRegister
                key={booking._id}
                booking={booking}
                nextId={nextOf(booking)}
                now={now}
                lessonTo={(id) => address.to('class', id)}
              />
            ))}
          </div>
          <div className={`mb-3 flex items-baseline justify-between gap-4 ${registers.length > 0 ? 'mt-8' : ''}`}>
            <h2 id="bookings" tabIndex={-1} className="text-h2 text-[22px]! lg:text-[24px]!">
              {m.dash_bookings()}
            </h2>
            <LocalLink to="/mentors" className="text-link py-2.5">
              {m.dash_book_a_class()}
            </LocalLink>
          </div>
          <BookingList
            bookings={cards}
            side="family"
            now={now}
            morePages={morePages}
            actionsOf={actionsOf}
            moreOf={moreOf}
          />
        </>
      ),
    },
    {
      id: 'schedule',
      label: m.dash_schedule(),
      panel:
        upcoming.length > 0 ? (
          <ClassDays classes={upcoming} side="family" now={now} />
        ) : (
          <EmptyState title={m.dash_schedule_none()} text={m.dash_schedule_none_family()} />
        ),
    },
    {
      id: 'payments',
      label: m.dash_payments(),
      panel: isEmpty ? (
        <EmptyState title={m.dash_payments_none()} text={m.dash_payments_none_text()} />
      ) : (
        <PaymentsList
          orders={orders}
          refunds={refunds}
          bookings={props.cards}
          reported={reported}
          money={money}
          morePages={morePages}
          callingNo={callingNo}
          now={now}
        />
      ),
    },
  ]
  return (
    <main className="page-width pb-12">
      <FamilyHeading name={name} roles={roles} active={active} now={now} />
      <LearnerSwitch learners={learners} chosen={chosen} />
      <DoneNotice />
      <FamilyDialogs active={props.active} tick={tick} callingNo={callingNo} now={now} />
      <ChangeDialogs active={props.active} side="family" asked={asked} now={now} />
      <OpenChanges active={active} side="family" />
      <ReviewDialogs reviews={reviews} side="family" />
      {isEmpty && (
        <>
          <OpenPayments orders={orders} />
          <RefundList refunds={refunds} />
        </>
      )}
      <div className={isEmpty ? '' : 'grid gap-8 lg:grid-cols-[minmax(0,1fr)_400px] lg:items-start'}>
        {(next || codes.length + toConfirm.length + disputed.length + asks.length + calls.length > 0) && (
          <div className="grid gap-8 lg:order-2">
            {next && <NextClass next={next} now={now} changeTo={address.to('class', next.lesson._id)} />}
            <VisitCodes codes={codes} now={now} />
            {toConfirm.length > 0 && (
              <ConfirmList classes={toConfirm} tick={tick} problemTo={(id) => address.to('problem', id)} />
            )}
            {disputed.length > 0 && <DisputeList classes={disputed} />}
            <ReviewAsks asks={asks} side="family" />
            <OpenCalls calls={calls} />
          </div>
        )}
        <div id="plans" className="min-w-0">
          <Tabs label={m.dash_parent_title()} param="tab" tabs={tabs.map(spaced)} />
        </div>
      </div>
    </main>
  )
}
