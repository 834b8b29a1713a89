import type { Refund } from '#contract/money/refunds.ts'
import { m } from '#messages'
import { planName } from '../../plan-name.ts'
import { RefundBadge } from '../../refund-badge.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeNumbers } from '../../ui/whole-numbers.tsx'
import { useRefundRequested } from './ask-refund.tsx'

function stateText({ status, declineReason, createdAt, endedAt }: Refund): string {
  const texts: Record<Refund['status'], () => string> = {
    requested: () => m.refund_text_requested({ date: formatDay(createdAt, { year: true }) }),
    approved: m.refund_text_approved,
    sent: m.refund_text_sent,
    settled: () => m.refund_text_settled({ date: formatDay(endedAt ?? createdAt, { year: true }) }),
    failed: m.refund_text_failed,
    declined: () => m.refund_text_declined({ reason: declineReason }),
  }
  return texts[status]()
}

/** Refunds in progress and completed. */
export function RefundList({ refunds }: { refunds: readonly Refund[] }) {
  useRefundRequested()
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby="refunds" className="mb-6">
      <h2 id="refunds" className="mb-2 text-section lg:mb-3">
        {m.refund_title()}
      </h2>
      <ul className="grid gap-3">
        {refunds.map((refund) => (
          <li key={refund._id} className="card flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
            <div className="min-w-0 max-w-prose">
              <p className="font-semibold text-ink">
                {refund.subject}, {planName(refund.plan)}
              </p>
              <p className="text-muted text-small">
                {refund.mentorName}, {m.refund_order({ number: refund.number })}
                {refund.caseNumber && wholeNumbers(`, ${refund.caseNumber}`)}
              </p>
              {refund.kind === 'owed' && <p>{m.refund_owed()}</p>}
              <p>{stateText(refund)}</p>
              {refund.reference && (
                <p className="text-small wrap-anywhere">{m.refund_reference({ reference: refund.reference })}</p>
              )}
            </div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:grid sm:justify-items-end">
              <Money rupees={refund.amount} className="text-[20px]" />
              <RefundBadge status={refund.status} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
