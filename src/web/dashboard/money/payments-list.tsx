import type { OrderSummary } from '#contract/money/payments.ts'
import type { Refund } from '#contract/money/refunds.ts'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { planName } from '../../plan-name.ts'
import { receiptHref } from '../../receipt-href.ts'
import { useSite } from '../../shell/site-state.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees, Money } from '../../ui/money.tsx'
import { moneyParts } from '../kit/booking-money.ts'
import type { FamilyMoney, ShownBooking } from '../kit/classes.ts'
import { DecidedList } from '../kit/decided-list.tsx'
import { FeeList } from '../kit/fee-list.tsx'
import { peopleLine } from '../kit/labels.ts'
import { RenewList, toRenew } from '../kit/renew-list.tsx'
import { AskRefund } from './ask-refund.tsx'
import { OpenPayments } from './open-payments.tsx'
import { RefundList } from './refund-list.tsx'

type Props = {
  orders: readonly OrderSummary[]
  refunds: readonly Refund[]
  bookings: readonly ShownBooking[]
  reported: readonly ShownBooking[]
  /** Prepaid balance in rupees; null if not all bookings are loaded. */
  money: FamilyMoney | null
  morePages: number | null
  now: number
}

/** Payments by booking with their remaining balance, and open payments. */
export function PaymentsList({ orders, refunds, bookings, reported, money, morePages, now }: Props) {
  const { callingNo } = useSite()
  return (
    <div className="with-aside">
      <div>{money && <Balance money={money} hasMore={morePages !== null} />}</div>
      <div id="plans" className="min-w-0">
        <OpenPayments orders={orders} />
        <RefundList refunds={refunds} />
        <DecidedList bookings={reported} />
        <div className="mb-6 empty:hidden">
          <RenewList bookings={toRenew(bookings, now)} />
        </div>
        <h2 className="mb-2 text-section lg:mb-3">{m.dash_history()}</h2>
        <ul className="card @container divide-y divide-line p-0!">
          {bookings.map((booking) => (
            <PaidBooking key={booking._id} booking={booking} refunds={refunds} now={now} />
          ))}
        </ul>
        {morePages !== null && (
          <LocalLink
            to={`/dashboard/student/payments?shown=${morePages}`}
            preventScrollReset
            className="btn btn-outline mt-4"
          >
            {m.dash_show_more()}
          </LocalLink>
        )}
      </div>
      <p className="text-muted">
        {m.dash_payment_missing()}{' '}
        <a href={telHref(callingNo)} className="text-link -my-2.5 inline-block whitespace-nowrap py-2.5">
          {callingNo}
        </a>
      </p>
    </div>
  )
}

type BalanceProps = { money: FamilyMoney /** Whether some bookings are not listed yet. */; hasMore: boolean }

/** What the family paid: what is not used yet, with its parts, what classes cost, and what it got back. */
function Balance({ money, hasMore }: BalanceProps) {
  const { left, upcoming, waiting, onHold, refundable, back, paid, credits, completed, charged, refunded } = money
  const parts = [
    [m.dash_balance_for(), upcoming],
    [m.dash_balance_waiting(), waiting],
    [m.dash_balance_on_hold(), onHold],
    [m.dash_balance_refundable(), refundable],
  ] as const
  const rest = [
    [m.dash_money_completed(), completed - charged],
    [m.dash_money_charged(), charged],
    [m.dash_money_refunded(), refunded],
    [m.dash_money_credits(), -credits],
  ] as const
  const row = (name: string, amount: number) => (
    <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd>
        <Money rupees={amount} className="text-[18px]" />
      </dd>
    </div>
  )
  return (
    <section className="hanging max-lg:mb-3" aria-labelledby="unused">
      <div className="flex items-baseline justify-between gap-x-4">
        <h2 id="unused" className="text-h3">
          {m.dash_money_unused()}
        </h2>
        <Money rupees={left} className="text-[26px]" />
      </div>
      <dl className="mt-3 grid gap-1 border-line border-t pt-3">
        {parts.map(([name, amount]) => amount > 0 && row(name, amount))}
      </dl>
      <dl className="mt-3 grid gap-1 border-line border-t pt-3">
        {rest.map(([name, amount]) => amount !== 0 && row(name, amount))}
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3 font-semibold text-ink">
          <dt>{m.dash_money_paid()}</dt>
          <dd>
            <Money rupees={paid} className="text-[20px]" />
          </dd>
        </div>
      </dl>
      {back > 0 && (
        <p className="mt-2 text-muted text-small">
          {m.dash_left_back()}: {formatRupees(back)}
        </p>
      )}
      {hasMore && <p className="mt-2 text-muted text-small">{m.dash_money_all()}</p>}
    </section>
  )
}

type PaidProps = { booking: ShownBooking } & Pick<Props, 'refunds' | 'now'>

/** What a booking cost, and what became of that money. */
function PaidBooking({ booking, refunds, now }: PaidProps) {
  const { order, orderNumber, subjectName, plan, bookedDate, price } = booking
  const parts = moneyParts(booking)
  const title = `${subjectName}, ${planName(plan)}`
  // One part of the whole amount is the booking's state.
  const [state] = parts.filter(([, rupees]) => rupees === price)
  return (
    <li className="paid-booking px-4 py-3.5 lg:px-5">
      {order ? (
        <LocalLink to={`/payment-status?order_id=${order}`} className="text-link -my-2.5 inline-block min-w-0 py-2.5">
          {title}
        </LocalLink>
      ) : (
        <p className="min-w-0 font-semibold text-ink">{title}</p>
      )}
      <Money rupees={price} className="text-[20px]" />
      <p className="text-muted text-small">
        <span className="block">{peopleLine(booking)}</span>
        {(booking.replaces ? m.replace_since : m.dash_paid_on)({ date: formatDay(bookedDate, { year: true }) })},{' '}
        <span className="whitespace-nowrap">{orderNumber}</span>
      </p>
      {state && <Badge kind={state[2]}>{state[2] === 'completed' ? undefined : state[0]}</Badge>}
      {!state && (
        <dl className="text-small">
          {parts.map(([name, rupees]) => (
            <div key={name} className="flex justify-between gap-x-4">
              <dt className="text-muted">{name}</dt>
              <dd className="font-semibold text-ink tabular-nums">{formatRupees(rupees)}</dd>
            </div>
          ))}
        </dl>
      )}
      {order && (
        <a
          href={receiptHref(order)}
          aria-label={m.pay_download()}
          className="text-link -my-2.5 inline-flex min-h-11 items-center gap-1 text-small"
        >
          <Icon name="download" size={16} />
          {m.pay_receipt_short()}
        </a>
      )}
      <div className="flex flex-wrap items-center gap-x-4 text-small">
        <FeeList booking={booking} />
        <AskRefund booking={booking} refunds={refunds} now={now} isInLine />
      </div>
    </li>
  )
}
