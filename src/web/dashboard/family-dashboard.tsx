import type { DoorCode } from '#contract/classes/safety.ts'
import { orderExpiryMinutes } from '#contract/money/limits.ts'
import type { OrderSummary } from '#contract/money/payments.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees } from '../ui/money.tsx'
import type { Viewer } from '../viewer.ts'
import { BookingRegister } from './attendance/booking-register.tsx'
import { ConfirmList, LateAnswer, useFocusAfterAnswer } from './attendance/confirm-list.tsx'
import { codesOfToday, type ShownCode, VisitCodes } from './attendance/visit-codes.tsx'
import { BookingLines } from './bookings/booking-lines.tsx'
import { CollapsedTasks, taskText } from './bookings/collapsed-tasks.tsx'
import { FamilyLine } from './bookings/family-line.tsx'
import { NextClass } from './bookings/next-class.tsx'
import { ChangeDialogs } from './changes/change-dialogs.tsx'
import type { RequestedOutcome } from './changes/changes.server.ts'
import { FamilyDialogs, type Where } from './family-dialogs.tsx'
import { FamilyHeading } from './family-heading.tsx'
import { AdultAfterClass } from './kit/adult-at-home.tsx'
import type { MonthAfterDemo } from './kit/after-demo.server.ts'
import type { BookingsPage } from './kit/bookings.server.ts'
import { MissingAddresses } from './kit/class-location.tsx'
import { canAnswer, classesToConfirm, upcomingClasses } from './kit/classes.ts'
import { useDialogAddress } from './kit/dashboard-address.ts'
import type { FormFetcher } from './kit/dashboard-form.tsx'
import { DoneNotice } from './kit/done-notice.tsx'
import { byDue, dueAt, never } from './kit/due.ts'
import { stepOf } from './kit/next-step.ts'
import { OpenChanges, openChanges } from './kit/open-changes.tsx'
import { RenewList, toRenew } from './kit/renew-list.tsx'
import { OpenPayments } from './money/open-payments.tsx'
import { ReviewDialogs } from './reviews/review-dialogs.tsx'
import { promptsOf, ReviewPrompts } from './reviews/review-prompts.tsx'
import type { OwnReviews } from './reviews/reviews.server.ts'
import { LearnerSwitch, useLearners } from './settings/learner-switch.tsx'

/** What unpaid orders ask for; those that cannot be paid any more are only looked at. */
function paymentsText(orders: readonly OrderSummary[]): string {
  const [first] = orders
  const isPayable = orders.some(({ checkoutUrl }) => checkoutUrl !== null)
  if (!first || orders.length > 1)
    return (isPayable ? m.dash_more_payments : m.dash_more_payments_check)({ count: orders.length })
  return isPayable ? m.dash_more_payment({ amount: formatRupees(first.amount) }) : m.dash_more_payment_check()
}

type Props = Pick<BookingsPage, 'active' | 'cards' | 'morePages'> & {
  name: string | null
  roles: Viewer['roles']
  orders: readonly OrderSummary[]
  codes: readonly ShownCode[]
  /** First months after demos, with the demo's fee taken off. */
  months: Record<string, MonthAfterDemo>
  asked: RequestedOutcome | null
  door: (DoorCode & { of: string }) | null
  reviews: OwnReviews
  where: Where
  now: number
  tick: FormFetcher
}

/** A family's home: the next class, what needs an answer, this month's classes, and the bookings. */
export function FamilyDashboard(props: Props) {
  const { name, roles, codes, morePages, orders, months, asked, door, reviews, where, now, tick } = props
  const address = useDialogAddress()
  const { learners, chosen, only } = useLearners(props.cards, props.active)
  const active = only(props.active)
  const cards = only(props.cards)
  const upcoming = upcomingClasses(active, now)
  const [next] = upcoming
  const toConfirm = classesToConfirm(active).sort((a, b) => a.record.confirmBy.localeCompare(b.record.confirmBy))
  const confirmDue = dueAt(toConfirm[0]?.record.confirmBy)
  const [demos, asks] = promptsOf(reviews.reviewed)
  // A time proposed for the next class is answered in its card.
  const isAsked = next !== undefined && canAnswer(next.lesson, 'family')
  const changed = openChanges(active, 'family').filter(
    (one) => 'proposal' in one || !isAsked || one.lesson._id !== next.lesson._id,
  )
  const changes = changed.filter(({ due }) => due !== never)
  const own = changed.filter(({ due }) => due === never)
  const renewals = toRenew(cards, now)
  const missing = active
    .filter(({ needsAddress }) => needsAddress)
    .map((booking) => ({
      booking,
      due: dueAt(upcoming.find(({ booking: { _id } }) => _id === booking._id)?.lesson.startsAt),
    }))
    .sort(byDue)
  // The oldest one that can still be paid expires first.
  const expiring = orders
    .map((order) => ({
      order,
      due: order.checkoutUrl === null ? never : Date.parse(order.createdAt) + orderExpiryMinutes * 60_000,
    }))
    .sort(byDue)
  // The first one is shown: the one whose time runs out first.
  const waiting = [
    {
      count: orders.length,
      text: (count: number) => paymentsText(expiring.slice(-count).map(({ order }) => order)),
      due: expiring[0]?.due ?? never,
      cards: <OpenPayments key="orders" orders={expiring.map(({ order }) => order)} />,
    },
    {
      count: missing.length,
      text: taskText(m.dash_more_address, m.dash_more_addresses),
      due: missing[0]?.due ?? never,
      cards: <MissingAddresses key="addresses" missing={missing.map(({ booking }) => booking)} />,
    },
    {
      count: toConfirm.length,
      text: taskText(m.dash_more_confirm_one, m.dash_more_confirm),
      due: confirmDue,
      cards: (
        <ConfirmList
          key="confirm"
          classes={toConfirm}
          tick={tick}
          problemTo={(id) => address.to('problem', id)}
          isFirst={!isAsked && [expiring[0], missing[0], changes[0]].every((one) => confirmDue <= (one?.due ?? never))}
        />
      ),
    },
    {
      count: changes.length,
      text: taskText(m.dash_more_change, m.dash_more_changes),
      due: changes[0]?.due ?? never,
      cards: <OpenChanges key="changes" changes={changes} side="family" now={now} />,
    },
    {
      count: renewals.length,
      text: taskText(m.dash_more_renew, m.dash_more_renews),
      due: never,
      cards: <RenewList key="renewals" bookings={renewals} />,
    },
    {
      count: own.length,
      text: null,
      due: never,
      cards: <OpenChanges key="own" id="own-changes" changes={own} side="family" now={now} />,
    },
    {
      count: demos.length,
      text: taskText(m.dash_more_demo, m.dash_more_demos),
      due: never,
      cards: <ReviewPrompts key="demos" id="after-demo" asks={demos} side="family" months={months} />,
    },
    {
      count: asks.length,
      text: taskText(m.dash_more_review, m.dash_more_reviews),
      due: never,
      cards: <ReviewPrompts key="asks" asks={asks} side="family" />,
    },
  ]
    .filter(({ count }) => count > 0)
    .sort(byDue)
  // A class to confirm has a deadline: it is shown too if another task is first, and none is asked above.
  const confirmAt = waiting.findIndex(({ cards }) => cards.key === 'confirm')
  const urgent = isAsked ? 0 : confirmAt
  const today = codesOfToday(codes, now)
  const isCodeOfNext = today.every(({ lesson }) => lesson === next?.lesson._id)
  const isLong = confirmAt > 0 || (isAsked && confirmAt === 0) || today.length > 0
  const rest = waiting.map(({ text, count }, nth) => ({
    text,
    left: count - Number(nth === 0 || nth === urgent),
  }))
  useFocusAfterAnswer('to-confirm', toConfirm, demos.length > 0 ? 'after-demo' : 'bookings')
  const planned = active.filter(({ status, lessonsPlanned }) => status === 'scheduled' && lessonsPlanned > 1)
  const register = planned.find(({ _id }) => _id === next?.booking._id) ?? planned[0]
  const isEmpty = cards.length === 0
  return (
    <main className="page-width pb-3.5 lg:pb-12">
      <FamilyHeading name={name} roles={roles} active={active} isEmpty={isEmpty} now={now} />
      <LearnerSwitch learners={learners} chosen={chosen} />
      <DoneNotice />
      <LateAnswer classes={toConfirm} />
      <AdultAfterClass classes={toConfirm} tick={tick} />
      <FamilyDialogs active={props.active} tick={tick} where={where} now={now} />
      <ChangeDialogs active={props.active} side="family" asked={asked} door={door} now={now} />
      <ReviewDialogs reviews={reviews} side="family" />
      {isEmpty ? (
        <>
          <OpenPayments orders={orders} />
          <EmptyState
            title={m.dash_none_title()}
            text={m.dash_none_text()}
            action={<ButtonLink to="/mentors">{m.dash_book_a_class()}</ButtonLink>}
          />
        </>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-8">
          <div className="grid gap-4 empty:hidden">
            {!isCodeOfNext && <VisitCodes codes={today} />}
            {next && (
              <NextClass next={next} now={now} changeTo={address.to('class', next.lesson._id)}>
                {isCodeOfNext && <VisitCodes codes={today} isInside />}
              </NextClass>
            )}
            {waiting.length > 0 && (
              <div className="min-w-0">
                <CollapsedTasks rest={rest} urgent={urgent}>
                  {waiting.map(({ cards }) => cards)}
                </CollapsedTasks>
              </div>
            )}
          </div>
          <div id="plans" className="grid min-w-0 gap-4">
            {register && (
              <BookingRegister
                booking={register}
                nextId={next?.booking._id === register._id ? next.lesson._id : undefined}
                now={now}
                lessonTo={(id) => address.to('class', id)}
              />
            )}
            <section aria-labelledby="bookings" className="min-w-0">
              <div className="mb-3 flex items-baseline justify-between gap-4 lg:mt-4">
                <h2 id="bookings" tabIndex={-1} className="text-section">
                  {m.dash_bookings()}
                </h2>
                <LocalLink to="/mentors" className="text-link -my-2.5 py-2.5">
                  {m.dash_book_a_class()}
                </LocalLink>
              </div>
              <BookingLines
                bookings={cards}
                side="family"
                line={FamilyLine}
                now={now}
                morePages={morePages}
                most={isLong ? 2 : 3}
                isShort={isLong && cards.every((one) => stepOf(one, 'family', now).kind !== 'choose-time')}
              />
            </section>
          </div>
        </div>
      )}
    </main>
  )
}
