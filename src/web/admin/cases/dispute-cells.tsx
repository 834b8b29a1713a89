import type { AdminDispute } from '#contract/classes/disputes.ts'
import { m } from '#messages'
import { reasonNames } from '../../dispute-labels.ts'
import { planTitle } from '../../plan-name.ts'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees, Money } from '../../ui/money.tsx'
import type { Column } from '../kit/column.ts'
import { fullTime, timesText } from '../kit/full-time.ts'
import { LinkCell } from '../kit/link-cell.tsx'
import { RowFacts } from '../kit/row-facts.tsx'
import { TimeCell, TwoLineCell } from '../kit/session-cells.tsx'
import { type DecisionDraft, DisputeDecision } from './dispute-decision.tsx'

const statuses: Record<AdminDispute['status'], readonly [BadgeKind, () => string]> = {
  open: ['open', m.admin_dispute_open],
  withdrawn: ['cancelled', m.admin_dispute_withdrawn],
  decided: ['completed', m.admin_dispute_decided],
}
export const disputeStatusName = (status: AdminDispute['status']): string => statuses[status][1]()

const reasons: Record<AdminDispute['reason'], () => string> = {
  ...reasonNames,
  no_show: m.dispute_reason_no_show,
  settled: m.admin_dispute_settled,
  appealed: m.admin_dispute_appealed,
}

/** Formatted amounts kept and refunded. */
export const formatSplit = ({ amount, kept }: Pick<AdminDispute, 'amount' | 'kept'>) => ({
  kept: formatRupees(kept ?? 0),
  back: formatRupees(Math.round((amount - (kept ?? 0)) * 100) / 100),
})

type Props = { one: AdminDispute; me: { id: string; canDecide: boolean }; draft: DecisionDraft }

export const disputeColumns = (): readonly Column<AdminDispute>[] => [
  {
    key: 'family',
    label: m.admin_refund_family(),
    isWide: true,
    cell: ({ familyAccount, familyName, order }) => (
      <>
        <LinkCell to={`/admin/users/${familyAccount}`} name={familyName ?? m.admin_refund_nameless()} />
        <LocalLink to={`/admin/disputes?q=${order}`} className="text-link -my-2.5 inline-block py-2.5 text-small">
          {order}
        </LocalLink>
      </>
    ),
  },
  {
    key: 'reason',
    label: m.admin_dispute_said(),
    cell: ({ reason }) => <span className="list-lines">{reasons[reason]()}</span>,
  },
  { key: 'number', label: m.cases_col_number(), isExtra: true, cell: ({ number }) => number },
  {
    key: 'mentor',
    label: m.admin_col_mentor(),
    cell: ({ mentorId, mentorName, subject, plan }) => (
      <TwoLineCell
        first={<LinkCell to={`/admin/mentors/${mentorId}`} name={mentorName} />}
        second={`${subject} · ${planTitle(plan)}`}
      />
    ),
  },
  { key: 'date', label: m.admin_dispute_since(), sort: 'date', cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
  { key: 'class', label: m.admin_dispute_class(), isMinor: true, cell: ({ startsAt }) => <TimeCell at={startsAt} /> },
  {
    key: 'amount',
    label: m.admin_refund_amount(),
    sort: 'amount',
    isNumber: true,
    cell: ({ amount }) => <Money rupees={amount} isExact />,
  },
  {
    key: 'status',
    label: m.admin_col_status(),
    sort: 'due',
    cell: ({ status }) => <Badge kind={statuses[status][0]}>{disputeStatusName(status)}</Badge>,
  },
]

/** Both sides' accounts of the lesson, and the decision form. */
export function DisputeDetail({ one, me, draft }: Props) {
  const { status, ours, answerBy, endedAt, decidedBy, text, verdict, timeIn: from, timeOut: to, topic } = one
  return (
    <div className="grid gap-2 pb-2">
      <RowFacts
        isOpen={status === 'open'}
        facts={[
          [m.admin_dispute_marked(), from !== '' && [timesText(`${from}-${to}`), topic].filter(Boolean).join(', ')],
          [m.code_title(), one.hasCode && m.admin_dispute_code()],
          [m.admin_dispute_said(), [reasons[one.reason](), text].filter(Boolean).join(': ')],
          [m.admin_dispute_phone(), one.familyPhone],
          [m.admin_dispute_call_by(), status === 'open' && answerBy && fullTime(answerBy)],
          [m.admin_dispute_outcome(), status === 'decided' && m.admin_dispute_result(formatSplit(one))],
          [m.admin_appeal_ours(), ours > 0 && formatRupees(ours)],
          [m.admin_refund_why(), verdict],
          [m.admin_refund_by(), decidedBy],
          [m.admin_refund_ended_at(), endedAt && fullTime(endedAt)],
        ]}
      />
      <DisputeDecision one={one} me={me} draft={draft} />
    </div>
  )
}
