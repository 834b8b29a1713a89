import { Form, useNavigation } from 'react-router'
import type { OwnerEquityMove as Move } from '#contract/money/reconciliation.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { fullTime } from '../kit/full-time.ts'

type MoveForm = { way: string; amount: string; note: string } | null
type Props = { moves: Move[]; newId: string; canDecide: boolean; form: MoveForm }

/** Owner's funds in the bank account, which cover demo credits and gateway fees until commission comes in. */
export function OwnerEquity({ moves, newId, canDecide, form: typed }: Props) {
  const isSending = useNavigation().formData?.get('intent') === 'own-money'
  const ways = [
    ['in', m.admin_own_in()],
    ['out', m.admin_own_out()],
  ] as const
  return (
    <section className="card" aria-labelledby="own-money">
      <h2 id="own-money" className="text-h3">
        {m.admin_own_title()}
      </h2>
      <p className="text-muted text-small">{m.admin_own_text()}</p>
      {canDecide && (
        <Form method="post" key={newId} className="mt-3 grid gap-3">
          <input type="hidden" name="intent" value="own-money" />
          <input type="hidden" name="id" value={newId} />
          <fieldset className="flex flex-wrap gap-x-6">
            <legend className="sr-only">{m.admin_own_way()}</legend>
            {ways.map(([value, words]) => (
              <label key={value} className="choice">
                <input type="radio" name="way" value={value} defaultChecked={(typed?.way ?? 'in') === value} />
                <span>{words}</span>
              </label>
            ))}
          </fieldset>
          <div className="grid gap-3 sm:grid-cols-[160px_minmax(0,1fr)]">
            <TextField
              label={m.admin_refund_amount()}
              name="amount"
              type="number"
              inputMode="decimal"
              min={0.01}
              max={10_000_000}
              step={0.01}
              required
              prefix="₹"
              defaultValue={typed?.amount ?? ''}
            />
            <TextField
              label={m.admin_own_note()}
              name="note"
              maxLength={200}
              required
              defaultValue={typed?.note ?? ''}
            />
          </div>
          <Button type="submit" look="outline" loading={isSending} className="justify-self-start">
            {m.admin_own_save()}
          </Button>
        </Form>
      )}
      {moves.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {moves.map(({ _id, amount, note, madeBy, madeAt }) => (
            <li key={_id} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="min-w-0 wrap-anywhere">
                {note}
                <span className="block text-muted text-small">
                  {madeBy} · {fullTime(madeAt)}
                </span>
              </span>
              <Money rupees={amount} isExact />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
