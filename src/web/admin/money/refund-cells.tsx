import { Form, useNavigation } from 'react-router'
import type { AdminRefund } from '#contract/money/refunds.ts'
import { m } from '#messages'
import { planName } from '../../plan-name.ts'
import { RefundBadge } from '../../refund-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import type { Column } from '../kit/column.ts'
import { fullTime } from '../kit/full-time.ts'
import { NameText } from '../kit/name-text.tsx'
import { RowFacts } from '../kit/row-facts.tsx'
import { TwoLineCell } from '../kit/session-cells.tsx'

export const kindNames: Record<AdminRefund['kind'], () => string> = {
  asked: m.admin_refund_asked,
  made: m.admin_refund_made,
  owed: m.admin_refund_owed,
}

export const refundColumns = (): readonly Column<AdminRefund>[] => [
  {
    key: 'family',
    label: m.admin_refund_family(),
    isWide: true,
    cell: ({ familyName, number }) => (
      <>
        <NameText className="block font-semibold text-ink">{familyName ?? m.admin_refund_nameless()}</NameText>
        <LocalLink to={`/admin/refunds?q=${number}`} className="text-link -my-2.5 inline-block py-2.5 text-small">
          {number}
        </LocalLink>
      </>
    ),
  },
  {
    key: 'date',
    label: m.admin_refund_since(),
    sort: 'date',
    cell: ({ createdAt }) => fullTime(createdAt),
  },
  {
    key: 'mentor',
    label: m.admin_col_mentor(),
    cell: ({ mentorName, subject, plan }) => (
      <TwoLineCell first={mentorName} second={`${subject} · ${planName(plan)}`} />
    ),
  },
  {
    key: 'amount',
    label: m.admin_refund_amount(),
    sort: 'amount',
    isNumber: true,
    cell: ({ amount }) => <Money rupees={amount} isExact />,
  },
  { key: 'status', label: m.admin_col_status(), cell: ({ status }) => <RefundBadge status={status} /> },
]

/** Details of a refund, and the decisions available for its status. */
export function RefundDetail({
  refund,
  canDecide,
  reasonError,
}: {
  refund: AdminRefund
  canDecide: boolean
  /** Error of the reason for declining it. */
  reasonError: string | undefined
}) {
  const { declineReason, decidedBy, message, reference, sentAt, endedAt, kind, reason, status, canSendAgain } = refund
  return (
    <div className="grid gap-2 pb-2">
      <RowFacts
        isOpen={status === 'requested' || canSendAgain}
        facts={[
          [m.admin_refund_why(), [kindNames[kind](), reason].filter(Boolean).join(': ')],
          [m.admin_refund_case(), refund.caseNumber],
          [m.admin_refund_booking(), refund.endsBooking && status !== 'declined' && m.admin_refund_ends()],
          [m.admin_refund_by(), decidedBy],
          [m.admin_refund_sent_at(), sentAt && fullTime(sentAt)],
          [m.admin_refund_ended_at(), endedAt && fullTime(endedAt)],
          [m.admin_refund_declined_why(), declineReason],
          [m.admin_refund_gateway(), message],
          [m.admin_refund_bank(), reference],
        ]}
      />
      {canDecide && status === 'requested' && <DecisionForms id={refund._id} reasonError={reasonError} />}
      {canDecide && canSendAgain && <DecisionButton id={refund._id} decision="again" words={m.admin_refund_again()} />}
    </div>
  )
}

type DecisionButtonProps = { id: string; decision: 'approve' | 'again'; words: string }

function DecisionButton({ id, decision, words }: DecisionButtonProps) {
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

function DecisionForms({ id, reasonError }: { id: string; reasonError: string | undefined }) {
  const isSending = useIsSending(id)
  return (
    <div className="grid gap-3">
      <DecisionButton id={id} decision="approve" words={m.admin_refund_approve()} />
      <details className="admin-check" open={reasonError !== undefined}>
        <summary>{m.admin_refund_decline()}</summary>
        <Form method="post" noValidate className="grid gap-3 p-4">
          <input type="hidden" name="id" value={id} />
          <TextArea
            label={m.admin_refund_decline_reason()}
            error={reasonError}
            name="reason"
            rows={2}
            maxLength={600}
            required
          />
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
