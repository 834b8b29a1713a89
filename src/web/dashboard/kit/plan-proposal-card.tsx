import { useFetcher } from 'react-router'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { AcceptOrDecline, Answer } from './answer-button.tsx'
import type { Side } from './change-actions.tsx'
import type { ShownBooking } from './classes.ts'
import { DashboardForm, useResult } from './dashboard-form.tsx'
import type { FormResult } from './form-result.ts'
import { classLine } from './labels.ts'
import { proposedTimesText } from './proposed-times-text.ts'
import { changeKey } from './use-change-result.ts'
import { useIsOnBooking } from './use-is-on-booking.ts'
import { WhenFields } from './when-fields.tsx'

type Props = {
  booking: ShownBooking
  proposal: NonNullable<ShownBooking['proposal']>
  side: Side
  now: number
  /** Of the button that accepts. */
  look: 'filled' | 'outline'
}

/** First times proposed by the mentor: the family accepts, declines or suggests another; the mentor can withdraw. */
export function PlanProposalCard({ booking, proposal, side, now, look }: Props) {
  const { _id: of, startsAt, answerBy } = proposal
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const result = useResult(fetcher, 'answer-proposal', of)
  const given = { fetcher, intent: 'answer-proposal', of, result, className: 'grid gap-3' }
  const isOnBooking = useIsOnBooking()
  const times = proposedTimesText(proposal)
  const head = (
    <div>
      <h3 className={side === 'mentor' ? 'text-card' : 'text-h3'}>
        {side === 'mentor' ? m.ask_waiting() : m.ask_waiting_you()}
      </h3>
      <p className="font-semibold text-ink">{times}</p>
      {!isOnBooking && (
        <p className="text-muted">
          {side === 'family' ? classLine(booking) : [booking.subjectName, booking.student].join(', ')}
        </p>
      )}
    </div>
  )
  if (side === 'mentor')
    return (
      <DashboardForm {...given}>
        {head}
        <p>{m.ask_held({ when: formatDateTime(answerBy) })}</p>
        <Answer fetcher={fetcher} of={of} value="withdraw" look="outline">
          {m.change_take_back()}
        </Answer>
      </DashboardForm>
    )
  return (
    <div className="grid gap-3">
      <DashboardForm {...given}>
        {head}
        <p>
          {m.ask_family_text()} {m.ask_answer_by({ when: formatDateTime(answerBy) })}
        </p>
        <AcceptOrDecline fetcher={fetcher} of={of} look={look} />
      </DashboardForm>
      <details open={result !== undefined && !result.ok && result.values.date !== undefined}>
        <summary className="text-link min-h-11 py-2.5">{m.ask_other()}</summary>
        <DashboardForm {...given} noValidate>
          <input type="hidden" name="answer" value="decline" />
          <WhenFields
            result={result}
            date={dateInIndia(new Date(startsAt))}
            time={timeInIndia(new Date(startsAt))}
            mentor={booking.mentor._id}
            minutes={proposal.minutes ?? booking.minutes}
            now={now}
          />
          <Button type="submit" look="outline" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
            {m.ask_other_send()}
          </Button>
        </DashboardForm>
      </details>
      <LocalLink to={`/chat/${booking.mentor.slug}`} className="text-link inline-flex min-h-11 items-center">
        {m.dash_message()}
      </LocalLink>
    </div>
  )
}
