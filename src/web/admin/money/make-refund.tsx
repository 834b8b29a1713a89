import { Form, useNavigation } from 'react-router'
import type { Refundable } from '#contract/money/refunds.ts'
import { m } from '#messages'
import { planName } from '../../plan-name.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'

type Props = { order: Refundable & { newId: string }; forCase: string | null; canDecide: boolean }

/** Refundable amounts of an order, and the refund form. */
export function MakeRefund({ order, forCase, canDecide }: Props) {
  const isSending = useNavigation().formData?.get('id') === order.newId
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
        <Form method="post" className="grid content-start gap-4">
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
        </Form>
      )}
    </section>
  )
}
