import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { Disclosure } from '../kit/admin-part.tsx'
import { PageForm } from '../kit/page-form.tsx'

type Props = {
  /** Refund id, for idempotency. */
  id: string
  left: number
  isElsewhere: boolean
}

/** Cancels a booking and chooses the refund. */
export function CancelBooking({ id, left, isElsewhere }: Props) {
  const refunds = [
    { value: 'rule', label: m.admin_booking_cancel_rule({ amount: formatRupees(left) }) },
    { value: 'part', label: m.admin_booking_cancel_part() },
    { value: 'none', label: m.admin_booking_cancel_none() },
  ]
  const offered = left > 0 && !isElsewhere ? refunds : refunds.slice(2)
  return (
    <div className="border-t border-line">
      <Disclosure title={m.admin_booking_cancel()}>
        <p className="mb-3 text-small text-muted">{m.admin_booking_cancel_text()}</p>
        {isElsewhere && <Notice tone="wait">{m.admin_refund_elsewhere()}</Notice>}
        <PageForm intent="cancel" resetKey={String(left)}>
          {(form) => (
            <>
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="left" value={left} />
              <SelectField
                {...form.field('refund', offered[0]?.value ?? 'none')}
                label={m.admin_booking_cancel_refund()}
                options={offered}
              />
              {offered.length > 1 && (
                <TextField
                  {...form.field('amount', '')}
                  label={m.admin_booking_cancel_amount()}
                  type="number"
                  inputMode="decimal"
                  min={0.01}
                  max={left}
                  step={0.01}
                  prefix="₹"
                />
              )}
              <TextField {...form.field('reason', '')} label={m.admin_booking_reason()} maxLength={400} required />
              <Button type="submit" look="danger" loading={form.busy} className="justify-self-start">
                {m.admin_booking_cancel_do()}
              </Button>
            </>
          )}
        </PageForm>
      </Disclosure>
    </div>
  )
}
