import { m } from '#messages'
import { formatDay } from '../ui/dates.tsx'
import { Money } from '../ui/money.tsx'
import type { ShownBooking } from './classes.ts'
import { classId, planName } from './words.ts'

/** What was paid for each booking and what of it is still the family's. */
export function PaymentsList({ bookings }: { bookings: readonly ShownBooking[] }) {
  return (
    <ul className="grid gap-3">
      {bookings.map(({ _id, subjectName, mentor, plan, bookedDate, price, balance, status }) => (
        <li key={_id} className="card flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <p className="font-semibold text-ink">
              {subjectName}, {planName(plan)}
            </p>
            <p className="text-muted text-small">{mentor.fullName}</p>
            <p className="text-muted text-small">
              {m.dash_joined({
                first: m.dash_paid_on({ date: formatDay(bookedDate, { year: true }) }),
                second: `${m.dash_class_id()} ${classId(_id)}`,
              })}
            </p>
          </div>
          <dl className="flex gap-6">
            <Figure name={m.dash_price()} rupees={price} />
            {status !== 'cancelled' && <Figure name={m.dash_balance()} rupees={balance} />}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Figure({ name, rupees }: { name: string; rupees: number }) {
  return (
    <div>
      <dt className="text-muted text-small">{name}</dt>
      <dd>
        <Money rupees={rupees} className="text-[20px]" />
      </dd>
    </div>
  )
}
