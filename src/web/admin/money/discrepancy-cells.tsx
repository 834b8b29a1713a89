import { Form, useNavigation } from 'react-router'
import type { Discrepancy, DiscrepancyKind } from '#contract/money/reconciliation.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { Column } from '../kit/column.ts'
import { fullTime } from '../kit/full-time.ts'
import { RowFacts } from '../kit/row-facts.tsx'

const kindTexts: Record<DiscrepancyKind, [title: () => string, help: () => string]> = {
  payment_unknown: [m.admin_books_kind_payment_unknown, m.admin_books_help_payment_unknown],
  payment_amount: [m.admin_books_kind_payment_amount, m.admin_books_help_payment_amount],
  payment_missing: [m.admin_books_kind_payment_missing, m.admin_books_help_payment_missing],
  refund_by_hand: [m.admin_books_kind_refund_by_hand, m.admin_books_help_refund_by_hand],
  refund_amount: [m.admin_books_kind_refund_amount, m.admin_books_help_refund_amount],
  refund_status: [m.admin_books_kind_refund_status, m.admin_books_help_refund_status],
  refund_missing: [m.admin_books_kind_refund_missing, m.admin_books_help_refund_missing],
  journal_missing: [m.admin_books_kind_journal_missing, m.admin_books_help_journal_missing],
  journal_off: [m.admin_books_kind_journal_off, m.admin_books_help_journal_off],
  settlement_amount: [m.admin_books_kind_settlement_amount, m.admin_books_help_settlement_amount],
  settlement_missing: [m.admin_books_kind_settlement_missing, m.admin_books_help_settlement_missing],
  hold_amount: [m.admin_books_kind_hold_amount, m.admin_books_help_hold_amount],
  transfer_silent: [m.admin_books_kind_transfer_silent, m.admin_books_help_transfer_silent],
  settlement_other: [m.admin_books_kind_settlement_other, m.admin_books_help_settlement_other],
}
const amount = (rupees: number | null) => (rupees === null ? m.admin_books_nothing() : formatRupees(rupees, true))

type Refused = { problem: string | null; note: string } | null
type Props = { discrepancy: Discrepancy; canDecide: boolean; refused: Refused }

export const discrepancyColumns = (): readonly Column<Discrepancy>[] => [
  {
    key: 'kind',
    label: m.admin_books_what(),
    isWide: true,
    cell: ({ kind, number }) => (
      <>
        <span className="block font-semibold text-ink">{kindTexts[kind][0]()}</span>
        {number && (
          <LocalLink to={`/admin/refunds?q=${number}`} className="text-link -my-2.5 inline-block py-2.5 text-small">
            {number}
          </LocalLink>
        )}
      </>
    ),
  },
  {
    key: 'ours',
    label: m.admin_books_ours(),
    sort: 'amount',
    isNumber: true,
    cell: ({ ours }) => amount(ours),
  },
  { key: 'theirs', label: m.admin_books_theirs(), isNumber: true, cell: ({ theirs }) => amount(theirs) },
  {
    key: 'found',
    label: m.admin_books_found(),
    sort: 'due',
    cell: ({ firstSeenAt }) => fullTime(firstSeenAt),
  },
  {
    key: 'owner',
    label: m.admin_books_assigned(),
    cell: ({ owner, dueAt, isOverdue, resolvedAt }) => (
      <>
        <span className="block">{owner ?? m.admin_books_nobody()}</span>
        {!resolvedAt && (
          <span className={isOverdue ? 'text-error text-small' : 'text-muted text-small'}>
            {isOverdue ? m.admin_books_overdue({ at: fullTime(dueAt) }) : m.admin_books_due({ at: fullTime(dueAt) })}
          </span>
        )}
      </>
    ),
  },
]

/** Explains a discrepancy and lets an admin resolve it. */
export function DiscrepancyDetail({ discrepancy, canDecide, refused }: Props) {
  const { kind, subject, gateway, resolvedAt, resolvedBy, note, aboutAt, firstSeenAt, lastSeenAt } = discrepancy
  return (
    <div className="grid gap-2 pb-2">
      {!resolvedAt && <p className="max-w-[80ch] text-muted">{kindTexts[kind][1]()}</p>}
      {resolvedAt && (
        <p className="wrap-anywhere">
          {resolvedBy
            ? m.admin_books_closed({ name: resolvedBy, at: fullTime(resolvedAt) })
            : m.admin_books_vanished({ at: fullTime(resolvedAt) })}
          {note && <span className="block text-muted">{note}</span>}
        </p>
      )}
      <RowFacts
        isOpen={!resolvedAt}
        facts={[
          [m.admin_books_subject(), `${subject} (${gateway})`],
          [m.admin_books_happened(), fullTime(aboutAt)],
          [
            m.admin_books_seen(),
            m.admin_books_seen_from_to({ first: fullTime(firstSeenAt), last: fullTime(lastSeenAt) }),
          ],
        ]}
      />
      {!resolvedAt && canDecide && (
        <Form method="post">
          <input type="hidden" name="intent" value="take" />
          <input type="hidden" name="id" value={discrepancy._id} />
          <Button type="submit" look="outline">
            {m.admin_books_take()}
          </Button>
        </Form>
      )}
      {!resolvedAt && canDecide && <Resolve id={discrepancy._id} refused={refused} />}
    </div>
  )
}

function Resolve({ id, refused }: { id: string; refused: Refused }) {
  const isSending = useNavigation().formData?.get('id') === id
  return (
    <details className="admin-check" open={refused?.problem ? true : undefined}>
      <summary className="font-semibold text-ink">{m.admin_books_resolve()}</summary>
      <Form method="post" className="grid gap-3 p-4">
        <input type="hidden" name="intent" value="resolve" />
        <input type="hidden" name="id" value={id} />
        <TextField
          label={m.admin_books_note()}
          help={m.admin_books_note_hint()}
          name="note"
          maxLength={600}
          required
          autoComplete="off"
          defaultValue={refused?.note}
          error={refused?.problem ?? undefined}
        />
        <Button type="submit" loading={isSending} className="justify-self-start">
          {m.admin_books_resolve()}
        </Button>
      </Form>
    </details>
  )
}
