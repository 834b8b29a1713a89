import type { OrderSummary } from '#contract/money/payments.ts'
import { m } from '#messages'
import { planName } from '../../plan-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'

/** Recent payments without a booking, each with a link to continue. */
export function OpenPayments({ orders }: { orders: readonly OrderSummary[] }) {
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="open-payments" className="mb-6">
      <h2 id="open-payments" className="mb-2 text-section lg:mb-3">
        {m.dash_open_payments()}
      </h2>
      <ul className="grid gap-3">
        {orders.map(({ _id, subject, plan, mentor, createdAt, amount, outcome }) => (
          <li key={_id} className="card flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
            <div className="min-w-0">
              <p className="font-semibold text-ink">
                {subject}, {planName(plan)}
              </p>
              <p className="text-muted text-small">
                {mentor.fullName}, {formatDay(createdAt, { year: true })}
              </p>
              <LocalLink to={`/payment-status?order_id=${_id}`} className="text-link inline-flex min-h-11 items-center">
                {outcome === 'refund' ? m.pay_refund() : m.dash_see_open_payment()}
              </LocalLink>
            </div>
            <div className="grid justify-items-end gap-2">
              <Money rupees={amount} className="text-[20px]" />
              <Badge kind={outcome === 'failed' ? 'failed' : 'pending'} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
