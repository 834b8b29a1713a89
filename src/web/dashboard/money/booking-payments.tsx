import type { ReactNode } from 'react'
import type { Refund } from '#contract/money/refunds.ts'
import { m } from '#messages'
import { receiptHref } from '../../receipt-href.ts'
import { RefundBadge } from '../../refund-badge.tsx'
import { formatDateTime, formatDay } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LabelLine } from '../../ui/label-frame.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { moneyParts } from '../kit/booking-money.ts'
import { isActive, type ShownBooking } from '../kit/classes.ts'
import { FeeList } from '../kit/fee-list.tsx'
import { AskRefund, canAskRefund, useRefundRequested } from './ask-refund.tsx'

type Props = {
  booking: ShownBooking
  /** Whether a refund is requested here. */
  hasRefund: boolean
  children: ReactNode
  refunds: readonly Refund[]
  now: number
}

/** A booking's money: one line with what is left while it runs, and the renewal. */
export function BookingPayments({ booking, refunds, now, hasRefund, children }: Props) {
  useRefundRequested()
  const { order, orderNumber, price, bookedDate, replaces, replacedBy, renewedBy } = booking
  const parts = moneyParts(booking)
  // One part of that price says it.
  const lines = parts.some(([, rupees]) => rupees === price) ? parts : ([[m.dash_price(), price], ...parts] as const)
  const left = booking.money?.unheld ?? 0
  const isOpen =
    !isActive(booking) ||
    (replacedBy ?? renewedBy) !== null ||
    refunds.length > 0 ||
    (hasRefund && canAskRefund(booking, refunds, now))
  return (
    <section className="card divide-y divide-line py-1.5!" aria-labelledby="money">
      <details open={isOpen}>
        <summary className="text-link min-h-12 py-2.5">
          <h2 id="money" className="grow font-sans text-body text-primary! font-semibold!">
            {m.dash_payments()}
          </h2>
          <b className="text-ink tabular-nums">
            {left > 0 ? m.dash_money_left({ amount: formatRupees(left) }) : formatRupees(price)}
          </b>
        </summary>
        <dl>
          {lines.map(([name, rupees]) => (
            <LabelLine key={name} name={name}>
              {formatRupees(rupees)}
            </LabelLine>
          ))}
        </dl>
        <p className="mt-3 text-muted text-small">
          {m.dash_booked()}: {formatDateTime(bookedDate)}
          <span className="block">
            {m.pay_order_number()}: {orderNumber}
          </span>
        </p>
        {hasRefund && <AskRefund booking={booking} refunds={refunds} now={now} />}
        {replaces && (
          <p className="mt-2 text-muted text-small">
            {m.replace_since({ date: formatDay(bookedDate, { year: true }) })}
          </p>
        )}
        {replacedBy && (
          <LocalLink to={`/bookings/${replacedBy}`} className="text-link inline-flex min-h-11 items-center">
            {m.replace_moved()}
          </LocalLink>
        )}
        {renewedBy && (
          <LocalLink to={`/bookings/${renewedBy}`} className="text-link inline-flex min-h-11 items-center gap-2">
            <Icon name="circle-check" size={20} />
            {m.renew_done()}
          </LocalLink>
        )}
        {order && (
          <p className="mt-1 flex flex-wrap gap-x-6">
            <LocalLink to={`/payment-status?order_id=${order}`} className="text-link inline-flex min-h-11 items-center">
              {m.dash_see_receipt()}
            </LocalLink>
            <a href={receiptHref(order)} className="text-link inline-flex min-h-11 items-center">
              {m.pay_download()}
            </a>
          </p>
        )}
        <FeeList booking={booking} />
        {refunds.map((refund) => (
          <p key={refund._id} className="mt-2 flex items-center justify-between gap-4">
            <RefundBadge status={refund.status} />
            <b className="text-ink tabular-nums">{formatRupees(refund.amount)}</b>
          </p>
        ))}
      </details>
      {children}
    </section>
  )
}
