import type { ReactNode } from 'react'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { useSite } from '../shell/site-state.ts'
import { formatDateTime } from '../ui/dates.tsx'
import { Icon } from '../ui/icon.tsx'
import { wholeDays } from '../whole-times.ts'
import { useReceiptTo } from './email-receipt.tsx'
import type { PaymentView } from './read-payment.server.ts'

type Props = { payment: PaymentView; phoneEnding: string | null; canMail: boolean }

/** Next steps after a payment. */
export function WhatsNext({ payment, phoneEnding, canMail }: Props) {
  const receiptTo = useReceiptTo(payment._id, payment.receiptTo)
  const sms = phoneEnding ? m.pay_next_messages_text({ ending: phoneEnding }) : m.pay_next_messages_any()
  return (
    <section className="card">
      <h2 className="text-h3">{m.pay_next()}</h2>
      <ul className="mt-2">
        {receiptTo ? (
          <Item icon={<Icon name="mail" size={24} />} title={m.pay_next_email()}>
            <span className="wrap-anywhere">{m.pay_next_email_text({ email: receiptTo })}</span> {sms}
          </Item>
        ) : (
          phoneEnding && (
            <Item icon={<Icon name="smartphone" size={24} />} title={m.pay_next_phone()}>
              {sms} {canMail && m.pay_next_email_none()}
            </Item>
          )
        )}
        <Item icon={<Icon name="calendar-days" size={24} />} title={m.pay_next_account()}>
          {nextClass(payment)}
        </Item>
        <Support />
      </ul>
    </section>
  )
}

/** When the first class is, or by when it will be known. */
function nextClass({ firstClass, picked, mentor, scheduleDays }: PaymentView): string {
  if (firstClass) return m.pay_next_class_text({ when: formatDateTime(firstClass), mentor: mentor.fullName })
  if (picked?.confirmBy)
    return m.dash_requested_family({
      when: formatDateTime(picked.startsAt),
      by: formatDateTime(picked.confirmBy),
      name: mentor.fullName,
    })
  return m.pay_next_account_text({ mentor: mentor.fullName, time: wholeDays(scheduleDays) })
}

/** Support contact; `order` is the number to quote. */
export function Support({ order }: { order?: string }) {
  const { callingNo, reach } = useSite()
  return (
    <Item icon={<Icon name="headset" size={24} />} title={m.pay_next_support()}>
      {m.pay_next_call()}{' '}
      <a href={telHref(callingNo)} className="text-link inline-block whitespace-nowrap py-2.5">
        {callingNo}
      </a>
      {order && <span className="block">{m.pay_support_order({ order })}</span>}
      {reach.hours.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </Item>
  )
}

function Item({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 border-line border-b py-3 last:border-0">
      <span className="mt-0.5 text-primary" aria-hidden="true">
        {icon}
      </span>
      <div>
        <h3 className="font-sans text-[16px] font-semibold text-ink">{title}</h3>
        <div className="text-muted">{children}</div>
      </div>
    </li>
  )
}
