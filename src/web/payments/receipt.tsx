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
import type { PaymentView } from './read-payment.server.ts'

const methodLabels: Record<string, () => string> = {
  upi: m.pay_by_upi,
  credit_card: m.pay_by_credit_card,
  debit_card: m.pay_by_debit_card,
  net_banking: m.pay_by_net_banking,
  wallet: m.pay_by_wallet,
}

/**
 * Order details: a receipt once paid, without number while unpaid. `mailKey` is the request key of the first email;
 * null for viewers who cannot send one.
 */
export function Receipt({ payment, mailKey }: { payment: PaymentView; mailKey: string | null }) {
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
        <div className="-mx-2 mt-6 grid gap-3 sm:flex sm:flex-wrap">
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

/** Time of the first class: booked, requested or preferred. */
function ClassTime({ payment: { firstClass, picked, wishedAt, wishes } }: { payment: PaymentView }) {
  if (firstClass) return <LabelLine name={m.pay_first_class()}>{formatDateTime(firstClass)}</LabelLine>
  if (picked)
    return picked.state === 'requested' ? (
      <LabelLine name={m.pay_requested()}>{formatDateTime(picked.startsAt)}</LabelLine>
    ) : null
  const preference = preferenceText({ wishedAt, wishes })
  return preference === '' ? null : <LabelLine name={m.pay_wish()}>{preference}</LabelLine>
}

/** Order details as label and value, the amount last. */
export function OrderLines({ payment }: { payment: PaymentView }) {
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
        <LabelLine name={m.pay_paid_by()}>{methodLabels[method]?.() ?? method.replaceAll('_', ' ')}</LabelLine>
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
