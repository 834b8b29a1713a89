import { Form } from 'react-router'
import type { newestTransfers, Transfer } from '#contract/money/transfers.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees, Money } from '../../ui/money.tsx'
import type { Column } from '../kit/column.ts'
import { fullDay } from '../kit/full-time.ts'
import { PanelTable } from '../kit/panel-table.tsx'
import { TwoLineCell } from '../kit/session-cells.tsx'

const badges: Record<Transfer['status'], [BadgeKind, () => string]> = {
  due: ['awaiting', m.admin_transfer_due],
  sent: ['awaiting', m.admin_transfer_sent],
  settled: ['paid', m.admin_transfer_settled],
  failed: ['failed', m.admin_transfer_failed],
}

type Props = ReplyOf<typeof newestTransfers> & { problem: string | undefined; busy: boolean }

/** What the gateway holds for mentors and what it paid; nothing if it never held anything. */
export function Transfers({ data, refused, held, inUse, problem, busy }: Props) {
  if (data.length === 0 && !inUse) return null
  return (
    <section className="card mt-6" aria-labelledby="transfers">
      <h2 id="transfers" className="text-h3">
        {m.admin_transfers()}
      </h2>
      <p className="mt-1 text-muted">{m.admin_transfers_held({ amount: formatRupees(held) })}</p>
      {problem && (
        <div className="mt-3">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      {refused.length > 0 && (
        <ul className="mt-3 grid gap-1">
          {refused.map(({ mentorId, fullName, number, message }) => (
            <li key={mentorId} className="wrap-anywhere">
              <LocalLink to={`/admin/mentors/${mentorId}`} className="font-semibold text-ink hover:underline">
                {fullName}
              </LocalLink>{' '}
              {m.admin_transfer_refused({ number, reason: message })}
            </li>
          ))}
        </ul>
      )}
      {data.length > 0 && <PanelTable labelledBy="transfers" columns={columns(busy)} rows={data} />}
    </section>
  )
}

const columns = (busy: boolean): readonly Column<Transfer>[] => [
  {
    key: 'name',
    label: m.admin_col_mentor(),
    isWide: true,
    cell: ({ _id, mentorId, fullName, number, message, isStuck }) => (
      <>
        <LocalLink to={`/admin/mentors/${mentorId}`} className="font-semibold text-ink wrap-anywhere hover:underline">
          {fullName}
        </LocalLink>
        <p className="text-muted text-small wrap-anywhere">{[number, message].filter(Boolean).join(' · ')}</p>
        {isStuck && (
          <Form method="post" preventScrollReset className="my-1 grid justify-items-start gap-1">
            <span className="text-small">{m.admin_transfer_stuck()}</span>
            <input type="hidden" name="intent" value="transfer" />
            <input type="hidden" name="of" value={_id} />
            <Button
              type="submit"
              look="outline"
              disabled={busy}
              aria-label={m.admin_for({ action: m.admin_transfer_retry(), name: fullName })}
            >
              {m.admin_transfer_retry()}
            </Button>
          </Form>
        )}
      </>
    ),
  },
  {
    key: 'order',
    label: m.admin_transfer_order(),
    cell: ({ order, at }) => <TwoLineCell first={order} second={fullDay(at)} />,
  },
  {
    key: 'kind',
    label: m.admin_transfer_kind(),
    cell: ({ kind }) => (kind === 'release' ? m.admin_transfer_release() : m.admin_transfer_return()),
  },
  {
    key: 'amount',
    label: m.admin_refund_amount(),
    isNumber: true,
    cell: ({ amount }) => <Money rupees={amount} isExact />,
  },
  {
    key: 'status',
    label: m.admin_col_status(),
    cell: ({ status }) => <Badge kind={badges[status][0]}>{badges[status][1]()}</Badge>,
  },
]
