import { useFetcher } from 'react-router'
import type { Outcome } from '#contract/classes/changes.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { LabelLine } from '../../ui/label-frame.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ClassHead, type Side } from '../kit/change-actions.tsx'
import type { DatedClass } from '../kit/classes.ts'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import { changeKey } from '../kit/use-change-result.ts'
import type { RequestedOutcome } from './changes.server.ts'

type Props = { one: DatedClass; side: Side; action: 'cancel' | 'absent'; asked: RequestedOutcome | null }

/** Cost of cancelling or of a reported absence, and the confirm button. Idempotent on the server. */
export function OutcomeForm({ one, side, action, asked }: Props) {
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const result = useResult(fetcher, action, one.lesson._id)
  const outcome = asked?.outcome
  const { closed } = useDialogAddress()
  return (
    <DashboardForm fetcher={fetcher} intent={action} of={one.lesson._id} result={result} className="grid gap-4">
      <ClassHead one={one} side={side} />
      {asked?.problem && <Notice tone="bad">{asked.problem}</Notice>}
      {!asked && <Spinner />}
      {outcome && (
        <>
          <dl>
            {linesOf(outcome, side).map(([name, value]) => (
              <LabelLine key={name} name={name}>
                {value}
              </LabelLine>
            ))}
          </dl>
          <p>{explanation(outcome, side)}</p>
          <input type="hidden" name="startsAt" value={outcome.startsAt} />
          <input type="hidden" name="fee" value={outcome.fee} />
          <input type="hidden" name="credit" value={outcome.credit} />
          <input type="hidden" name="compensation" value={outcome.compensation} />
          <StickyAction>
            {action === 'cancel' && (
              <LocalLink to={closed} replace preventScrollReset className="btn btn-outline w-full">
                {m.leave_keep()}
              </LocalLink>
            )}
            <Button
              type="submit"
              wide
              look={action === 'cancel' || outcome.fee > 0 || outcome.isAgainstMentor ? 'danger' : 'filled'}
              loading={fetcher.state !== 'idle'}
              loadingText={m.dash_saving()}
            >
              {buttonLabel(outcome, side)}
            </Button>
          </StickyAction>
        </>
      )}
    </DashboardForm>
  )
}

const linesOf = (
  { fee, credit, mentorGets, compensation }: Outcome,
  side: Side,
): (readonly [name: string, value: string])[] => [
  [side === 'family' ? m.change_you_pay() : m.change_family_pays(), fee > 0 ? formatRupees(fee) : m.change_nothing()],
  ...(mentorGets !== null && mentorGets > 0 ? [[m.change_you_get(), formatRupees(mentorGets)] as const] : []),
  ...(compensation > 0
    ? [[side === 'family' ? m.change_you_are_credited() : m.change_you_owe(), formatRupees(compensation)] as const]
    : []),
  [m.change_credit(), credit > 0 ? minutesText(credit) : m.change_nothing()],
]

/** Explains the cost and what happens next. */
function explanation({ action, fee, until, compensation }: Outcome, side: Side): string {
  if (action === 'no-show') return side === 'family' ? m.change_absent_family_text() : m.change_absent_mentor_text()
  if (side === 'mentor' && compensation > 0) return m.change_mentor_late_text()
  if (side === 'mentor') return until ? m.change_mentor_until({ when: formatDateTime(until) }) : m.change_mentor_text()
  if (fee > 0) return m.change_late_text()
  return until ? m.change_until({ when: formatDateTime(until) }) : m.change_free_text()
}

function buttonLabel({ action, fee }: Outcome, side: Side): string {
  if (action === 'no-show') return side === 'family' ? m.change_absent_family() : m.change_absent_mentor()
  return fee > 0 ? m.change_cancel_for({ amount: formatRupees(fee) }) : m.change_cancel()
}
