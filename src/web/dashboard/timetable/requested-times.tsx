import { useFetcher } from 'react-router'
import { m } from '#messages'
import { planName } from '../../plan-name.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import type { ShownBooking } from '../kit/classes.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { preferenceSentence } from '../kit/preference-text.ts'

/** Whether the picked time awaits the mentor. */
export const isRequested = ({ status, picked }: ShownBooking): boolean =>
  status === 'pending_schedule' && picked?.state === 'requested'

/** Picked times the mentor has to confirm. */
export function RequestedTimes({ asked, now }: { asked: readonly ShownBooking[]; now: number }) {
  if (asked.length === 0) return null
  return (
    <section aria-labelledby="requested">
      <h2 id="requested" className="mb-3 text-section">
        {m.time_requests()}
      </h2>
      <ul className="grid gap-3">
        {asked.map((booking) => (
          <Requested key={booking._id} booking={booking} now={now} />
        ))}
      </ul>
    </section>
  )
}

function Requested({ booking, now }: { booking: ShownBooking; now: number }) {
  const fetcher = useFetcher<FormResult>()
  const result = useResult(fetcher, 'answer-time', booking._id)
  const sent = fetcher.formData?.get('confirm')
  const facts = [booking.student, booking.className, booking.subjectName, planName(booking.plan)]
  return (
    <li className="card">
      <DashboardForm fetcher={fetcher} intent="answer-time" of={booking._id} result={result} className="grid gap-3">
        <div>
          <h3 className="text-h3">{formatDateTime(booking.picked?.startsAt ?? now)}</h3>
          <p className="text-muted">{facts.filter(Boolean).join(', ')}</p>
          <p>{preferenceSentence(booking, 'mentor', now)}</p>
        </div>
        <div className="grid gap-3 sm:flex">
          <Button type="submit" name="confirm" value="yes" loading={sent === 'yes'} loadingText={m.dash_saving()}>
            {m.time_confirm()}
          </Button>
          <Button
            type="submit"
            look="outline"
            name="confirm"
            value="no"
            loading={sent === 'no'}
            loadingText={m.dash_saving()}
          >
            {m.time_decline()}
          </Button>
        </div>
      </DashboardForm>
    </li>
  )
}
