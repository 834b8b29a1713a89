import { m } from '#messages'
import { ButtonLink } from '../../ui/button.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { MonthAfterDemo } from './after-demo.server.ts'

/** Formats the price: "₹4,500 − ₹99 demo = ₹4,401 for the first month". */
export const monthPrice = ({ price, promotion, amount }: MonthAfterDemo): string =>
  m.month_price({ price: formatRupees(price), credit: formatRupees(promotion), amount: formatRupees(amount) })

/** Offer of the month after a demo, less the demo's fee; `isFirst` if nothing else waits. */
export function MonthOffer({ month, isFirst }: { month: MonthAfterDemo; isFirst: boolean }) {
  return (
    <div className="grid gap-2 justify-items-start">
      <p>{monthPrice(month)}</p>
      <ButtonLink look={isFirst ? 'filled' : 'outline'} to={month.href} className="max-sm:w-full">
        {m.month_book({ amount: formatRupees(month.amount) })}
      </ButtonLink>
    </div>
  )
}
