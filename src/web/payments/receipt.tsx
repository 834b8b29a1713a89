import { brand } from '#contract/brand.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { planName } from '../plan-name.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { formatDay, formatTime } from '../ui/dates.tsx'
import { Icon } from '../ui/icon.tsx'
import { LabelFrame, LabelLine } from '../ui/label-frame.tsx'
import { Money } from '../ui/money.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import type { PaymentShown } from './read-payment.server.ts'

const methods: Record<string, () => string> = {
  upi: m.pay_by_upi,
  credit_card: m.pay_by_credit_card,
  debit_card: m.pay_by_debit_card,
  net_banking: m.pay_by_net_banking,
  wallet: m.pay_by_wallet,
}

/** The label of an order: a receipt once it is paid, without number and mark while it is not known. */
export function Receipt({ payment }: { payment: PaymentShown }) {
  const ready = useScripts()
  const isPaid = payment.outcome === 'success'
  return (
    <div className="p-2">
      <LabelFrame>
        <p className="mb-4 hidden print:block">
          <b>{m.brand_name()}</b>, {brand.address[currentLocale()]}
        </p>
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-h3">{isPaid ? m.pay_receipt() : m.pay_your_order()}</h2>
          <Badge kind={isPaid ? 'paid' : 'pending'} />
        </div>
        <OrderLines payment={payment} />
      </LabelFrame>
      {isPaid && ready && (
        <div className="receipt-print -mx-2 mt-6 grid gap-1">
          <Button look="outline" wide icon={<Icon name="printer" size={20} />} onClick={() => window.print()}>
            {m.pay_download()}
          </Button>
          <p className="text-center text-small text-muted">{m.pay_download_help()}</p>
        </div>
      )}
    </div>
  )
}

/** Name and value of everything that was ordered, the amount last. */
export function OrderLines({ payment }: { payment: PaymentShown }) {
  const { outcome, number, plan, subject, method, amount } = payment
  const at = payment.paidAt ?? payment.createdAt
  return (
    <dl className="mt-1">
      {payment.paidAt !== null && <LabelLine name={m.pay_order_number()}>{number}</LabelLine>}
      <LabelLine name={m.pay_date()}>
        <time dateTime={at}>
          {formatDay(at, { year: true })}, {formatTime(at)}
        </time>
      </LabelLine>
      <LabelLine name={m.pay_plan()}>
        {subject}, {planName(plan)}
      </LabelLine>
      {outcome !== 'success' && <LabelLine name={m.pay_mentor()}>{payment.mentor.fullName}</LabelLine>}
      {method !== '' && (
        <LabelLine name={m.pay_paid_by()}>{methods[method]?.() ?? method.replaceAll('_', ' ')}</LabelLine>
      )}
      <div className="flex items-center justify-between gap-4 pt-4">
        <dt>{m.pay_amount()}</dt>
        <dd>
          <Money rupees={amount} className="text-[34px]" />
        </dd>
      </div>
    </dl>
  )
}
