import { useFetcher } from 'react-router'
import { m } from '#messages'
import { reasonText } from '../../dispute-labels.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeNumbers } from '../../ui/whole-numbers.tsx'
import type { DisputedClass } from './classes.ts'
import { markedTime } from './confirm-card.tsx'
import { DashboardForm, useResult } from './dashboard-form.tsx'
import type { FormResult } from './form-result.ts'
import { classLine } from './labels.ts'
import { disputeFetcherKey } from './use-dispute-result.ts'
import { useIsOnBooking } from './use-is-on-booking.ts'

/** The family's open disputes. */
export function DisputeList({ classes }: { classes: readonly DisputedClass[] }) {
  return (
    <section aria-labelledby="disputes">
      <h2 id="disputes" className="mb-2 text-section lg:mb-3">
        {m.dispute_title()}
      </h2>
      <ul className="grid gap-3">
        {classes.map((one) => (
          <li key={one.lesson._id} className="card" tabIndex={-1} aria-label={markedTime(one)}>
            <OpenDispute one={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An open dispute: amount on hold, call deadline and withdrawal. */
export function OpenDispute({ one }: { one: DisputedClass }) {
  const { booking, lesson, dispute } = one
  const isOnBooking = useIsOnBooking()
  const fetcher = useFetcher<FormResult>({ key: disputeFetcherKey })
  const result = useResult(fetcher, 'withdraw', lesson._id)
  return (
    <DashboardForm fetcher={fetcher} intent="withdraw" of={lesson._id} result={result} className="grid gap-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <p className="font-semibold text-ink">{markedTime(one)}</p>
          {!isOnBooking && <p className="text-muted text-small">{classLine(booking)}</p>}
          <p className="text-muted text-small">{wholeNumbers(`${dispute.number}, ${reasonText(dispute)}`)}</p>
        </div>
        <div className="text-right">
          <Money rupees={dispute.amount} className="whitespace-nowrap text-[20px]" />
          <p className="whitespace-nowrap text-muted text-small">{m.dash_on_hold()}</p>
        </div>
      </div>
      <p>{m.dispute_family_text({ when: formatDateTime(dispute.answerBy ?? lesson.endsAt) })}</p>
      <Button
        type="submit"
        look="outline"
        wide
        loading={fetcher.formData?.get('of') === lesson._id}
        loadingText={m.dash_saving()}
      >
        {m.dispute_withdraw()}
      </Button>
    </DashboardForm>
  )
}
