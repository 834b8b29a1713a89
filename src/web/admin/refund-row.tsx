import { Form, useNavigation } from 'react-router'
import type { AdminRefund } from '#contract/refunds.ts'
import { m } from '#messages'
import { planName } from '../plan-name.ts'
import { RefundBadge } from '../refund-badge.tsx'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.tsx'
import { Field } from '../ui/field.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Money } from '../ui/money.tsx'

/** One refund, with what can be decided about it as it stands. */
export function RefundRow({ refund, canDecide }: { refund: AdminRefund; canDecide: boolean }) {
  const facts = factsOf(refund)
  return (
    <li className="card grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="-my-2.5 font-semibold text-ink">
            {refund.familyName ?? m.admin_refund_nameless()}{' '}
            <LocalLink to={`/admin/refunds?order=${refund.number}`} className="text-link inline-block py-2.5">
              {refund.number}
            </LocalLink>
          </p>
          <p className="text-muted text-small">
            {refund.subject}, {planName(refund.plan)}, {refund.mentorName}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:grid sm:justify-items-end">
          <Money rupees={refund.amount} className="text-[20px]" />
          <RefundBadge status={refund.status} />
        </div>
      </div>
      <dl className="admin-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {canDecide && refund.status === 'requested' && <Decide id={refund._id} />}
      {canDecide && refund.canSendAgain && <Step id={refund._id} decision="again" words={m.admin_refund_again()} />}
    </li>
  )
}

function factsOf(refund: AdminRefund): [name: string, value: string][] {
  const kinds = { asked: m.admin_refund_asked, made: m.admin_refund_made, owed: m.admin_refund_owed }
  const { declineReason, decidedBy, message, reference, sentAt, endedAt } = refund
  const facts: [string, string | null | false][] = [
    [m.admin_refund_since(), formatDateTime(refund.createdAt)],
    [m.admin_refund_why(), [kinds[refund.kind](), refund.reason].filter(Boolean).join(': ')],
    [m.admin_refund_booking(), refund.endsBooking && m.admin_refund_ends()],
    [m.admin_refund_by(), decidedBy],
    [m.admin_refund_sent_at(), sentAt && formatDateTime(sentAt)],
    [m.admin_refund_ended_at(), endedAt && formatDateTime(endedAt)],
    [m.admin_refund_declined_why(), declineReason],
    [m.admin_refund_gateway(), message],
    [m.admin_refund_bank(), reference],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

type StepProps = { id: string; decision: 'approve' | 'again'; words: string }

function Step({ id, decision, words }: StepProps) {
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <Button type="submit" name="decision" value={decision} loading={useIsSending(id)}>
        {words}
      </Button>
    </Form>
  )
}

function useIsSending(id: string): boolean {
  return useNavigation().formData?.get('id') === id
}

function Decide({ id }: { id: string }) {
  const isSending = useIsSending(id)
  return (
    <div className="grid gap-3">
      <Step id={id} decision="approve" words={m.admin_refund_approve()} />
      <details className="admin-check">
        <summary>{m.admin_refund_decline()}</summary>
        <Form method="post" className="grid gap-3 p-4">
          <input type="hidden" name="id" value={id} />
          <Field label={m.admin_refund_decline_reason()}>
            {(wiring) => (
              <span className="control">
                <textarea {...wiring} name="reason" rows={2} maxLength={600} required />
              </span>
            )}
          </Field>
          <Button
            type="submit"
            name="decision"
            value="decline"
            look="danger"
            loading={isSending}
            className="justify-self-start"
          >
            {m.admin_refund_decline()}
          </Button>
        </Form>
      </details>
    </div>
  )
}
