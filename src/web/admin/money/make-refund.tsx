import { useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FoundOrder, Refundable } from '#contract/money/refunds.ts'
import { m } from '#messages'
import { isTicked, textOf } from '../../form.ts'
import { planName } from '../../plan-name.ts'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { useScripts } from '../../ui/use-scripts.ts'

type Props = { order: Refundable & { newId: string }; forCase: string | null; canDecide: boolean }

/** Refundable amounts of an order, and the refund form. */
export function MakeRefund({ order, forCase, canDecide }: Props) {
  const isSending = useNavigation().formData?.get('id') === order.newId
  const isScripted = useScripts()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState<{ amount: string; ends: boolean } | null>(null)
  const ask = () => {
    if (!form.current) return
    const given = new FormData(form.current)
    setAsked({ amount: formatRupees(Number(textOf(given, 'amount'))), ends: isTicked(given, 'ends') })
  }
  const { amount, left, leftEnded } = order
  return (
    <section className="card mb-6 grid gap-4" aria-labelledby="make-refund">
      <div>
        <h2 id="make-refund" className="text-h3">
          {m.admin_refund_make({ number: order.number })}
        </h2>
        <p className="text-muted">
          {order.familyName ?? m.admin_refund_nameless()}, {order.subject}, {planName(order.plan)}, {order.mentorName}
        </p>
      </div>
      <dl className="admin-facts">
        <dt>{m.admin_refund_paid()}</dt>
        <dd>{formatRupees(amount)}</dd>
        {!order.isEnded && (
          <>
            <dt>{m.admin_refund_left()}</dt>
            <dd>{formatRupees(left)}</dd>
          </>
        )}
        <dt>{order.isEnded ? m.admin_refund_left() : m.admin_refund_left_ended()}</dt>
        <dd>{formatRupees(leftEnded)}</dd>
      </dl>
      {forCase && (
        <p>
          {m.admin_refund_for_case()}{' '}
          <LocalLink to={`/admin/reports/${forCase}`} className="text-link inline-block py-2">
            {m.admin_refund_to_case()}
          </LocalLink>
        </p>
      )}
      {order.isElsewhere && <Notice tone="wait">{m.admin_refund_elsewhere()}</Notice>}
      {canDecide && leftEnded > 0 && !order.isElsewhere && (
        <Form
          ref={form}
          method="post"
          className="grid content-start gap-4"
          onSubmit={(event) => {
            if (!isScripted) return
            if (asked) setAsked(null)
            else {
              event.preventDefault()
              ask()
            }
          }}
        >
          <input type="hidden" name="intent" value="make" />
          <input type="hidden" name="id" value={order.newId} />
          <input type="hidden" name="order" value={order._id} />
          <input type="hidden" name="left" value={leftEnded} />
          {forCase && <input type="hidden" name="case" value={forCase} />}
          <div className="grid gap-4 md:grid-cols-[200px_minmax(0,1fr)]">
            <TextField
              label={m.admin_refund_amount()}
              name="amount"
              type="number"
              inputMode="decimal"
              min={0.01}
              max={leftEnded}
              step={0.01}
              required
              prefix="₹"
              data-first
            />
            <TextField label={m.admin_refund_why()} name="reason" maxLength={600} required />
          </div>
          {!order.isEnded && (
            <div>
              <label className="choice">
                <input type="checkbox" name="ends" />
                <span>{m.admin_refund_end_too()}</span>
              </label>
              <p className="text-small text-muted">{m.admin_refund_minutes()}</p>
            </div>
          )}
          <Button type="submit" loading={isSending} className="justify-self-start">
            {m.admin_refund_send()}
          </Button>
          <Dialog
            open={asked !== null}
            onClose={() => setAsked(null)}
            title={m.admin_refund_sure({
              amount: asked?.amount ?? '',
              name: order.familyName ?? m.admin_refund_nameless(),
            })}
          >
            <div className="grid gap-4">
              <p>{m.admin_refund_sure_text({ number: order.number })}</p>
              {asked?.ends && <p>{m.admin_refund_sure_ends()}</p>}
              <div className="flex flex-wrap gap-2">
                <Button type="submit" loading={isSending}>
                  {m.admin_refund_sure_do({ amount: asked?.amount ?? '' })}
                </Button>
                <Button look="outline" onClick={() => setAsked(null)}>
                  {m.admin_pay_back()}
                </Button>
              </div>
            </div>
          </Dialog>
        </Form>
      )}
    </section>
  )
}

/** Orders of a person or payment that was searched for. */
export function OrdersToRefund({ orders, forCase }: { orders: readonly FoundOrder[]; forCase: string | null }) {
  return (
    <section className="card mb-6" aria-labelledby="orders-to-refund">
      <h2 id="orders-to-refund" className="text-h3">
        {m.admin_refund_orders()}
      </h2>
      <ul className="divide-y divide-line">
        {orders.map((one) => (
          <li key={one._id} className="flex items-center justify-between gap-x-4 py-1 pb-3">
            <span className="min-w-0">
              <LocalLink
                to={`/admin/refunds?${new URLSearchParams({ q: one.number, ...(forCase && { case: forCase }) })}`}
                className="text-link inline-flex min-h-11 items-center"
              >
                {one.number}
              </LocalLink>
              <span className="block text-small text-muted wrap-anywhere">
                {[
                  one.familyName ?? m.admin_refund_nameless(),
                  one.subject,
                  planName(one.plan),
                  one.mentorName,
                  formatDay(one.paidAt, { year: true }),
                ].join(' · ')}
              </span>
            </span>
            <b className="amount">{formatRupees(one.amount)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
