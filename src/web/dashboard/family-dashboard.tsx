import type { DoorCode } from '#contract/classes/safety.ts'
import type { OrderSummary } from '#contract/money/payments.ts'
import type { Refund } from '#contract/money/refunds.ts'
import type { OwnCall } from '#contract/support/calls.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { Viewer } from '../viewer.ts'
import { BookingRegister } from './attendance/booking-register.tsx'
import { ConfirmList, useFocusAfterAnswer } from './attendance/confirm-list.tsx'
import { type ShownCode, VisitCodes } from './attendance/visit-codes.tsx'
import { BookingLines } from './bookings/booking-line.tsx'
import { CollapsedTasks } from './bookings/collapsed-tasks.tsx'
import { NextClass } from './bookings/next-class.tsx'
import { OpenCalls } from './bookings/open-calls.tsx'
import { OpenChanges, openChanges } from './bookings/open-changes.tsx'
import { ChangeDialogs } from './changes/change-dialogs.tsx'
import type { RequestedOutcome } from './changes/changes.server.ts'
import { FamilyDialogs, type Where } from './family-dialogs.tsx'
import { FamilyHeading, FamilyLinks } from './family-heading.tsx'
import type { MonthAfterDemo } from './kit/after-demo.server.ts'
import type { BookingsPage } from './kit/bookings.server.ts'
import { MissingAddresses } from './kit/class-location.tsx'
import {
  classesToConfirm,
  disputedClasses,
  type FamilyMoney,
  type ShownBooking,
  upcomingClasses,
} from './kit/classes.ts'
import { useDialogAddress } from './kit/dashboard-address.ts'
import type { FormFetcher } from './kit/dashboard-form.tsx'
import { DoneNotice } from './kit/done-notice.tsx'
import { DisputeList } from './kit/open-dispute.tsx'
import { spaced } from './kit/spaced-tab.tsx'
import { OpenPayments } from './money/open-payments.tsx'
import { PaymentsList } from './money/payments-list.tsx'
import { RefundList } from './money/refund-list.tsx'
import { ReviewDialogs } from './reviews/review-dialogs.tsx'
import { promptsOf, ReviewPrompts } from './reviews/review-prompts.tsx'
import type { OwnReviews } from './reviews/reviews.server.ts'
import { LearnerSwitch, useLearners } from './settings/learner-switch.tsx'
import { ClassDays } from './timetable/class-days.tsx'

type Props = Pick<BookingsPage, 'active' | 'reported' | 'cards' | 'morePages'> & {
  name: string | null
  roles: Viewer['roles']
  orders: readonly OrderSummary[]
  refunds: readonly Refund[]
  money: FamilyMoney | null
  callingNo: string | null
  codes: readonly ShownCode[]
  /** First months after demos, with the demo's fee taken off. */
  months: Record<string, MonthAfterDemo>
  asked: RequestedOutcome | null
  door: (DoorCode & { of: string }) | null
  reviews: OwnReviews
  calls: readonly OwnCall[]
  where: Where
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
    months,
    asked,
    door,
    reviews,
    calls,
    where,
    now,
    tick,
  } = props
  const address = useDialogAddress()
  const { learners, chosen, only } = useLearners(props.cards, props.active)
  const [active, cards] = [only(props.active), only(props.cards)]
  const upcoming = upcomingClasses(active, now)
  const toConfirm = classesToConfirm(active)
  const disputed = disputedClasses(active)
  const [demos, asks] = promptsOf(reviews.reviewed)
  const changes = openChanges(active)
  const missing = active.filter(({ needsAddress }) => needsAddress).length
  const waiting = missing + toConfirm.length + changes.count + demos.length
  useFocusAfterAnswer('to-confirm', toConfirm, demos.length > 0 ? 'after-demo' : 'bookings')
  useFocusAfterAnswer('disputes', disputed, 'bookings')
  const [next] = upcoming
  const registers = active.filter(({ status, lessonsPlanned }) => status === 'scheduled' && lessonsPlanned > 1)
  const nextOf = ({ _id }: ShownBooking) => upcoming.find(({ booking }) => booking._id === _id)?.lesson._id
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
          <BookingLines bookings={cards} side="family" now={now} morePages={morePages} />
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
      <FamilyDialogs active={props.active} tick={tick} callingNo={callingNo} where={where} now={now} />
      <ChangeDialogs active={props.active} side="family" asked={asked} door={door} now={now} />
      <ReviewDialogs reviews={reviews} side="family" />
      {isEmpty && (
        <>
          <OpenPayments orders={orders} />
          <RefundList refunds={refunds} />
        </>
      )}
      <div className={isEmpty ? '' : 'with-aside'}>
        {(next || codes.length + waiting > 0) && (
          <div className="grid gap-4 lg:gap-8">
            {next && <NextClass next={next} now={now} changeTo={address.to('class', next.lesson._id)} />}
            <VisitCodes codes={codes} now={now} />
            <CollapsedTasks count={waiting}>
              <MissingAddresses active={active} />
              {toConfirm.length > 0 && (
                <ConfirmList classes={toConfirm} tick={tick} problemTo={(id) => address.to('problem', id)} />
              )}
              <OpenChanges changes={changes} side="family" now={now} />
              <ReviewPrompts id="after-demo" asks={demos} side="family" months={months} />
            </CollapsedTasks>
          </div>
        )}
        <div id="plans" className="min-w-0">
          <Tabs label={m.dash_parent_title()} param="tab" tabs={tabs.map(spaced)} />
        </div>
        {disputed.length + asks.length + calls.length > 0 && (
          <div className="grid gap-8">
            {disputed.length > 0 && <DisputeList classes={disputed} />}
            <ReviewPrompts asks={asks} side="family" />
            <OpenCalls calls={calls} />
          </div>
        )}
      </div>
      <FamilyLinks className="mt-8 sm:hidden" />
    </main>
  )
}
