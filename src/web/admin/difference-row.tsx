import { Form, useNavigation } from 'react-router'
import type { Difference, DifferenceKind } from '#contract/books.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.tsx'
import { TextField } from '../ui/field.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees } from '../ui/money.tsx'

const words: Record<DifferenceKind, [title: () => string, help: () => string]> = {
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
  settlement_other: [m.admin_books_kind_settlement_other, m.admin_books_help_settlement_other],
}
const amount = (rupees: number | null) => (rupees === null ? m.admin_books_nothing() : formatRupees(rupees))

type Refused = { problem: string | null; note: string } | null
type Props = { difference: Difference; canDecide: boolean; refused: Refused }

/** One difference: what it means, what to do, and the way to close it. */
export function DifferenceRow({ difference, canDecide, refused }: Props) {
  const { kind, number, ours, theirs, subject, gateway, resolvedAt, resolvedBy, note } = difference
  const [title, help] = words[kind]
  const facts: [string, string][] = [
    [m.admin_books_ours(), amount(ours)],
    [m.admin_books_theirs(), amount(theirs)],
    [m.admin_books_subject(), `${subject} (${gateway})`],
    [m.admin_books_happened(), formatDateTime(difference.aboutAt)],
    [
      m.admin_books_seen(),
      m.admin_books_seen_from_to({
        first: formatDateTime(difference.firstSeenAt),
        last: formatDateTime(difference.lastSeenAt),
      }),
    ],
  ]
  return (
    <li className="card grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold text-ink">{title()}</h3>
        {number && (
          <LocalLink to={`/admin/refunds?q=${number}`} className="text-link -my-2.5 inline-block py-2.5">
            {number}
          </LocalLink>
        )}
      </div>
      {!resolvedAt && <p className="max-w-[80ch] text-muted">{help()}</p>}
      <dl className="admin-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {resolvedAt && (
        <p className="wrap-anywhere">
          {resolvedBy
            ? m.admin_books_closed({ name: resolvedBy, at: formatDateTime(resolvedAt) })
            : m.admin_books_vanished({ at: formatDateTime(resolvedAt) })}
          {note && <span className="block text-muted">{note}</span>}
        </p>
      )}
      {!resolvedAt && canDecide && <Resolve id={difference._id} refused={refused} />}
    </li>
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
