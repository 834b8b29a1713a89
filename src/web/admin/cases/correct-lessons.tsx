import { Form, useNavigation } from 'react-router'
import type { SettledClass } from '#contract/classes/disputes.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { fullTime } from '../kit/full-time.ts'

type Row = SettledClass & { newId: string }
/** A refused correction. Its retry has the same idempotency key. */
type CorrectionDraft = { id: string; lesson: string; amount: string; reason: string }
type Props = { number: string; classes: readonly Row[]; canDecide: boolean; draft: CorrectionDraft | null }

/** Settled lessons of an order, each with a form that refunds it. */
export function CorrectClasses({ number, classes, canDecide, draft }: Props) {
  return (
    <section className="card mt-6 grid gap-3" aria-labelledby="correct">
      <div>
        <h2 id="correct" className="text-h3">
          {m.admin_correct_title({ number })}
        </h2>
        <p className="max-w-prose text-muted">
          {classes.length === 0 ? m.admin_correct_none() : m.admin_correct_text()}
        </p>
      </div>
      <ul className="divide-y divide-line">
        {classes.map((one) => (
          <li key={one._id} className="grid gap-2 py-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <p className="min-w-0 wrap-anywhere">
                <b className="text-ink">{fullTime(one.startsAt)}</b> {one.topic}
              </p>
              <Money rupees={one.fee} className="text-[18px]" />
            </div>
            {canDecide && <CorrectionForm one={one} draft={draft?.lesson === one._id ? draft : null} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function CorrectionForm({ one, draft }: { one: Row; draft: CorrectionDraft | null }) {
  const id = draft?.id ?? one.newId
  const isSending = useNavigation().formData?.get('id') === id
  return (
    <details className="admin-check" open={draft !== null}>
      <summary>{m.admin_correct_open()}</summary>
      <Form method="post" className="grid gap-4 p-4">
        <input type="hidden" name="intent" value="correct" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="lesson" value={one._id} />
        <input type="hidden" name="fee" value={one.fee} />
        <div className="grid gap-4 md:grid-cols-[200px_minmax(0,1fr)]">
          <TextField
            label={m.admin_refund_amount()}
            name="amount"
            type="number"
            inputMode="decimal"
            min={0.01}
            max={one.fee}
            step={0.01}
            defaultValue={draft?.amount || one.fee}
            required
            prefix="₹"
          />
          <TextField
            label={m.admin_dispute_reason()}
            name="reason"
            maxLength={600}
            required
            defaultValue={draft?.reason}
          />
        </div>
        <Button type="submit" loading={isSending} className="justify-self-start">
          {m.admin_correct_back()}
        </Button>
      </Form>
    </details>
  )
}
