import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatDateTime } from '../../ui/dates.tsx'
import { FieldError } from '../../ui/field.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { ShownLeaveClass } from './leave.server.ts'

/** Options for one lesson during leave, with their cost. */
export function LeaveClassChoice({ one, error }: { one: ShownLeaveClass; error: string | undefined }) {
  const { _id, near, cancel, proposal } = one
  const initial = near ? 'propose' : 'keep'
  const radio = (value: string, title: string, text?: string) => (
    <label className="choice py-1">
      <input type="radio" name={`do-${_id}`} value={value} defaultChecked={value === initial} />
      <span>
        <span className="block text-ink">{title}</span>
        {text && <span className="block text-muted text-small">{text}</span>}
      </span>
    </label>
  )
  return (
    <fieldset className="card" aria-invalid={error ? true : undefined}>
      <legend className="sr-only">{formatDateTime(one.startsAt)}</legend>
      <p className="font-semibold text-ink">{formatDateTime(one.startsAt)}</p>
      <p className="text-muted">
        {[one.student ?? m.dash_student(), one.subject, minutesText(one.minutes)].join(', ')}
      </p>
      {proposal && (
        <p className="mt-2">
          {(proposal.madeBy === 'mentor' ? m.leave_proposed : m.leave_family_proposed)({
            when: formatDateTime(proposal.startsAt),
          })}
        </p>
      )}
      <div className="mt-2">
        {near && radio('propose', m.leave_propose({ when: formatDateTime(near) }), m.leave_propose_text())}
        {cancel && radio('cancel', m.change_cancel(), costOf(cancel))}
        {radio('keep', m.leave_keep(), proposal || near ? undefined : m.leave_no_time())}
      </div>
      {near && <input type="hidden" name={`${_id}.near`} value={near} />}
      {cancel && (
        <>
          <input type="hidden" name={`${_id}.startsAt`} value={cancel.startsAt} />
          <input type="hidden" name={`${_id}.fee`} value={cancel.fee} />
          <input type="hidden" name={`${_id}.credit`} value={cancel.credit} />
          <input type="hidden" name={`${_id}.compensation`} value={cancel.compensation} />
        </>
      )}
      <FieldError id={`error-${_id}`} error={error} />
    </fieldset>
  )
}

const costOf = ({ fee, credit, compensation, isAgainstMentor }: NonNullable<ShownLeaveClass['cancel']>): string =>
  [
    m.leave_cancel_cost({ amount: fee > 0 ? formatRupees(fee) : m.change_nothing(), time: minutesText(credit) }),
    compensation > 0 ? m.leave_cancel_credit({ amount: formatRupees(compensation) }) : '',
    isAgainstMentor ? m.leave_cancel_counts() : '',
  ]
    .filter(Boolean)
    .join(' ')
