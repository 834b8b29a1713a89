import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { PaymentView } from './read-payment.server.ts'

const everyMs = 5000

/**
 * While a payment is pending and the page is visible, polls its attempts and reloads the data when they change.
 * Polling by fetch keeps the page when the connection is lost.
 */
export function useWatch({ _id, outcome, attempts }: PaymentView): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (outcome !== 'pending') return
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      const reply = await fetch(`/api/payment/verify-order/${_id}`).catch(() => null)
      const now: unknown = reply?.ok ? await reply.json().catch(() => null) : null
      if (!Array.isArray(now)) return
      if (now.map((one: { payment_status: string }) => one.payment_status).join() !== attempts) void revalidate()
    }
    const clock = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', look)
    }
  }, [_id, outcome, attempts, revalidate])
}
