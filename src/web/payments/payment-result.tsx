import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { m } from '#messages'
import { type TimeChoice, TimeChoices } from '../time-choice.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { KraftBand } from '../ui/kraft-band.tsx'
import { formatRupees } from '../ui/money.tsx'
import type { PaymentView } from './read-payment.server.ts'
import { OrderLines, Receipt } from './receipt.tsx'
import { Support, WhatsNext } from './whats-next.tsx'

const pollMs = 5000
const appearances = {
  success: ['check', 'bg-tick', m.pay_success],
  pending: ['clock', 'bg-warn', m.pay_pending],
  failed: ['x', 'bg-error', m.pay_failed],
  refund: ['rotate-ccw', 'bg-warn', m.pay_refund],
} as const satisfies Record<PaymentView['outcome'], readonly [IconName, string, () => string]>

const bookedText = {
  monthly: m.pay_booked_monthly,
  demo: m.pay_booked_demo,
  hourly: m.pay_booked_hourly,
  months3: m.pay_booked_months3,
  months6: m.pay_booked_months6,
} as const satisfies Record<PaymentView['plan'], unknown>

function outcomeText({
  outcome,
  status,
  plan,
  booking,
  learnerName,
  mentor,
  isUncharged,
  attempts,
}: PaymentView): string {
  if (outcome === 'pending') return attempts === '' ? m.pay_untried() : m.pay_pending_text()
  if (outcome === 'failed') return isUncharged ? m.pay_no_money() : m.pay_money_unsure()
  if (outcome === 'refund' && status !== 'paid') return m.pay_refund_short()
  if (outcome === 'refund' || booking === null) return m.pay_refund_text()
  const whose = learnerName ? m.pay_whose({ name: learnerName }) : m.pay_your()
  return bookedText[plan]({ whose, mentor: mentor.fullName })
}

type Props = { payment: PaymentView; phoneEnding: string | null; mailKey: string | null }

/** Result of a payment: banner, order details and next steps. */
export function PaymentResult({ payment, phoneEnding, mailKey }: Props) {
  const { outcome } = payment
  const [icon, circle, title] = appearances[outcome]
  const isChoosing = payment.choice !== null && payment.booking !== null
  usePaymentPolling(payment)
  return (
    <main>
      <KraftBand
        className="relative overflow-hidden pt-8 pb-[148px] text-center lg:pt-11"
        after={outcome === 'success' && <Confetti />}
      >
        <div role="status" className="relative z-1">
          <span
            className={`mx-auto grid size-[72px] place-items-center rounded-full text-surface ${circle}`}
            aria-hidden="true"
          >
            <Icon name={icon} size={40} />
          </span>
          <h1 className="mt-4 text-h1">{title()}</h1>
          <p className="mx-auto mt-2 max-w-[56ch] text-[18px]">{outcomeText(payment)}</p>
        </div>
        {outcome === 'success' && !isChoosing && (
          <ButtonLink to="/dashboard/student" className="relative z-1 mt-4 max-sm:w-full">
            {m.pay_dashboard()}
          </ButtonLink>
        )}
      </KraftBand>
      <div className="page-width">
        <div className="relative mx-auto -mt-[112px] grid max-w-[560px] items-start gap-8 pb-4 lg:max-w-[928px] lg:grid-cols-2">
          {outcome === 'success' || outcome === 'pending' ? (
            <Receipt payment={payment} mailKey={mailKey} />
          ) : (
            <PlainOrder payment={payment} />
          )}
          {payment.choice && payment.booking ? (
            <ChooseTime payment={payment} booking={payment.booking} choice={payment.choice} />
          ) : outcome === 'success' ? (
            <WhatsNext payment={payment} phoneEnding={phoneEnding} canMail={mailKey !== null} />
          ) : (
            <WhatNow payment={payment} />
          )}
        </div>
      </div>
    </main>
  )
}

/** Paid, but the time was lost: choose another one, or take a refund. */
function ChooseTime({ payment, booking, choice }: { payment: PaymentView; booking: string; choice: TimeChoice }) {
  const { mentor, picked, number } = payment
  const words = picked?.state === 'lapsed' ? m.dash_time_lapsed : m.dash_time_taken
  return (
    <section className="card grid gap-4">
      <h2 className="text-h3">{m.time_choose()}</h2>
      <p>{words({ when: formatDateTime(picked?.startsAt ?? 0), name: mentor.fullName })}</p>
      <TimeChoices booking={booking} choice={choice} mentor={mentor.fullName} />
      <ul>
        <Support order={number} />
      </ul>
    </section>
  )
}

function PlainOrder({ payment }: { payment: PaymentView }) {
  return (
    <section className="card">
      <h2 className="text-h3">{m.pay_your_order()}</h2>
      <OrderLines payment={payment} />
    </section>
  )
}

function WhatNow({ payment }: { payment: PaymentView }) {
  const { outcome, status, attempts, number, amount, checkoutUrl, mentor, plan, subjectKey, isRenewal } = payment
  const bookAgainHref = `/mentors/${mentor.slug}?${new URLSearchParams({ plan, subject: subjectKey ?? '' })}#book`
  const isWaiting = outcome === 'pending' && attempts !== ''
  // The gateway's page is outside the router.
  const destination =
    checkoutUrl === null ? { to: isRenewal ? '/dashboard/student' : bookAgainHref } : { href: checkoutUrl }
  return (
    <section className="card grid gap-4 max-lg:order-first">
      <h2 className="text-h3">{m.pay_what_now()}</h2>
      {isWaiting && <p className="text-muted">{m.pay_pending_wait()}</p>}
      {isWaiting ? (
        // A full page load, so that it works without scripts.
        <ButtonLink href="" look="outline" wide icon={<Icon name="rotate-cw" size={20} />}>
          {m.pay_check_again()}
        </ButtonLink>
      ) : outcome === 'refund' && status === 'paid' ? null : (
        <ButtonLink {...destination} wide>
          {outcome === 'pending' ? m.pay_now({ amount: formatRupees(amount) }) : m.pay_try_again()}
        </ButtonLink>
      )}
      <ButtonLink to="/dashboard/student" look="plain" wide>
        {m.pay_dashboard()}
      </ButtonLink>
      <ul>
        <Support order={number} />
      </ul>
    </section>
  )
}

const colours = ['fill-primary', 'fill-margin', 'fill-tick', 'fill-rule', 'fill-[var(--kraftd)]'] as const
const pieces = Array.from({ length: 50 }, (_, place) => ({
  place,
  // Two coprime multipliers scatter the pieces identically on server and client.
  x: `${(place * 37 + 4) % 100}%`,
  y: -((place * 53) % 160),
  colour: colours[place % colours.length],
}))

/** Fifty pieces of confetti for three seconds; hidden with reduced motion. */
function Confetti() {
  return (
    <svg className="confetti" aria-hidden="true">
      {pieces.map(({ place, x, y, colour }) => (
        <rect key={place} x={x} y={y} width={place % 3 === 0 ? 13 : 10} height="5" rx="1" className={colour} />
      ))}
    </svg>
  )
}

/**
 * While a payment is pending and the page is visible, polls its attempts and reloads the data when they change.
 * Polling by fetch keeps the page when the connection is lost.
 */
function usePaymentPolling({ _id, outcome, attempts }: PaymentView): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (outcome !== 'pending') return
    const poll = async () => {
      if (document.visibilityState !== 'visible') return
      const reply = await fetch(`/api/payment/verify-order/${_id}`).catch(() => null)
      const now: unknown = reply?.ok ? await reply.json().catch(() => null) : null
      if (!Array.isArray(now)) return
      if (now.map((one: { payment_status: string }) => one.payment_status).join() !== attempts) void revalidate()
    }
    const timer = setInterval(poll, pollMs)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [_id, outcome, attempts, revalidate])
}
