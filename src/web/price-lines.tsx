import { isRenewable, type Plan, planMonths } from '#contract/classes/plans.ts'
import { m } from '#messages'
import { formatRupees, Money } from './ui/money.tsx'

/** A price and its parts, in rupees. `parts` is missing if only the amount is known. */
type Props = {
  amount: number
  /** What the amount is for; due now if there is none. */
  title?: string
  parts: {
    plan: Plan
    hours: number
    monthly: number
    hourly: number
    discount: number
    promotion: number
    credit: number
  } | null
}

/** The amount to pay with each part. */
export function PriceLines({ amount, title = m.book_to_pay(), parts }: Props) {
  return (
    <div className="flex items-center justify-between gap-4" aria-live="polite">
      <div>
        <p>{title}</p>
        {parts && (
          <>
            <p className="text-small text-muted">{baseLine(parts)}</p>
            {parts.discount > 0 && (
              <p className="text-small text-tick">{m.price_discount({ amount: formatRupees(parts.discount) })}</p>
            )}
            {parts.promotion > 0 && (
              <p className="text-small text-tick">
                {(parts.credit > 0 ? m.price_after_credit : m.price_after_demo)({
                  price: formatRupees(amount + parts.promotion),
                  credit: formatRupees(parts.promotion),
                  amount: formatRupees(amount),
                })}
              </p>
            )}
          </>
        )}
      </div>
      <Money rupees={amount} className="text-[28px]" />
    </div>
  )
}

function baseLine({ plan, hours, monthly, hourly }: NonNullable<Props['parts']>): string {
  if (plan === 'demo') return m.price_demo()
  if (plan === 'monthly') return m.price_month()
  if (isRenewable(plan)) return m.price_months({ months: planMonths[plan], price: formatRupees(monthly) })
  const words = { hours, price: formatRupees(hourly) }
  return hours === 1 ? m.book_hours_at_one(words) : m.book_hours_at(words)
}
