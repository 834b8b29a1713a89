import { useState } from 'react'
import { useFetcher } from 'react-router'
import { monthHours, type Plan } from '#contract/classes/plans.ts'
import { m } from '#messages'
import { PriceLines } from '../../price-lines.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { ShownBooking } from '../kit/classes.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import type { RenewalToday } from '../kit/renewals.server.ts'

const titles: Partial<Record<Plan, () => string>> = {
  monthly: m.renew_monthly,
  months3: m.renew_months3,
  months6: m.renew_months6,
}

/** Search for mentors of the same subject and grade. */
function similarMentorsHref({ subject, learner: { grade } }: ShownBooking): string {
  return `/mentors?${new URLSearchParams({ ...(grade && { class: grade }), subject })}`
}

type Props = {
  booking: ShownBooking
  price: RenewalToday
  /** Something else comes first: one row that leads to the form. */
  isRow?: boolean
}

/** Renews a month or package at today's price, itemised. */
export function RenewBooking({ booking, price, isRow = false }: Props) {
  const fetcher = useFetcher<FormResult>({ key: `renew-${booking._id}` })
  const result = useResult(fetcher, 'renew', booking._id)
  const [firstPolicy] = useState(price?.policy)
  const { plan, mentor } = booking
  if (!price)
    return (
      <div className="grid gap-2">
        <p className="text-muted">{m.renew_gone({ name: mentor.fullName })}</p>
        <LocalLink to={similarMentorsHref(booking)} className="text-link inline-flex min-h-11 items-center">
          {m.renew_elsewhere()}
        </LocalLink>
      </div>
    )
  const title = plan === 'monthly' ? m.renew_next_month() : m.renew_next_package()
  if (isRow)
    return (
      <div className="flex items-center gap-3 py-2">
        <p className="min-w-0 grow text-ink">{title}</p>
        <b className="text-ink tabular-nums">{formatRupees(price.amount)}</b>
        <LocalLink
          to={`/bookings/${booking._id}?renew=1#renew`}
          className="btn btn-outline min-h-11! px-4! text-small!"
        >
          {m.renew_monthly()}
        </LocalLink>
      </div>
    )
  return (
    <DashboardForm fetcher={fetcher} intent="renew" of={booking._id} result={result} className="grid w-full gap-3">
      <h3 className="text-h3">{titles[plan]?.()}</h3>
      {booking.replaces === null && price.price !== booking.price && (
        <Notice>
          {m.renew_price_changed({ before: formatRupees(booking.price), now: formatRupees(price.price) })}
        </Notice>
      )}
      <PriceLines
        amount={price.amount}
        title={title}
        parts={{ ...price, plan, hours: 1, hourly: price.monthly / monthHours }}
      />
      <input type="hidden" name="amount" value={price.amount} />
      <input type="hidden" name="policy" value={price.policy} />
      <Button
        type="submit"
        loading={fetcher.state !== 'idle'}
        loadingText={m.book_busy()}
        icon={<Icon name="rotate-cw" size={20} />}
        className="justify-self-start max-sm:w-full"
      >
        {m.renew_again({ amount: formatRupees(price.amount) })}
      </Button>
      <p className="text-small text-muted">{m.renew_text({ name: mentor.fullName })}</p>
      <details className="text-small text-muted" open={price.policy !== firstPolicy}>
        <summary className="text-link min-h-11 py-2.5">{price.cancellation.title}</summary>
        <ul className="grid list-disc gap-1 ps-5">
          {price.cancellation.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </DashboardForm>
  )
}
