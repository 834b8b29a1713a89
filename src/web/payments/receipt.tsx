import { m } from '#messages'
import { planName } from '../plan-name.ts'
import { preferenceText } from '../preference-text.ts'
import { receiptHref } from '../receipt-href.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { formatDateTime, formatDay, formatTime } from '../ui/dates.tsx'
import { Icon } from '../ui/icon.tsx'
import { LabelFrame, LabelLine } from '../ui/label-frame.tsx'
import { Money } from '../ui/money.tsx'
import { EmailReceipt } from './email-receipt.tsx'
import type { PaymentShown } from './read-payment.server.ts'

const methods: Record<string, () => string> = {
  upi: m.pay_by_upi,
  credit_card: m.pay_by_credit_card,
  debit_card: m.pay_by_debit_card,
  net_banking: m.pay_by_net_banking,
  wallet: m.pay_by_wallet,
}

/**
 * The label of an order: a receipt once it is paid, without number and mark while it is not known. `mailKey` names the
 * first mail that may be sent from here; null for those who may send none.
 */
export function Receipt({ payment, mailKey }: { payment: PaymentShown; mailKey: string | null }) {
  const isPaid = payment.outcome === 'success'
  return (
    <div className="p-2">
      <LabelFrame>
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-h3">{isPaid ? m.pay_receipt() : m.pay_your_order()}</h2>
          <Badge kind={isPaid ? 'paid' : 'pending'} />
        </div>
        <OrderLines payment={payment} />
      </LabelFrame>
      {isPaid && (
        <div className="-mx-2 mt-6 flex flex-wrap gap-3">
          <ButtonLink
            href={receiptHref(payment._id)}
            look="outline"
            className="grow px-3"
            icon={<Icon name="download" size={20} />}
          >
            {m.pay_download()}
          </ButtonLink>
          {mailKey && <EmailReceipt orderId={payment._id} formKey={mailKey} />}
        </div>
      )}
    </div>
  )
}

/** When the first class is, or would be; a preference is called one. */
function ClassTime({ payment: { firstClass, picked, wishedAt, wishes } }: { payment: PaymentShown }) {
  if (firstClass) return <LabelLine name={m.pay_first_class()}>{formatDateTime(firstClass)}</LabelLine>
  if (picked)
    return picked.state === 'requested' ? (
      <LabelLine name={m.pay_requested()}>{formatDateTime(picked.startsAt)}</LabelLine>
    ) : null
  const wish = preferenceText({ wishedAt, wishes })
  return wish === '' ? null : <LabelLine name={m.pay_wish()}>{wish}</LabelLine>
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
      <ClassTime payment={payment} />
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
