import { z } from 'zod'
import type { Refund } from './payment-gateway.ts'

/** Amounts in the Razorpay API (v1) are in paise. */
export const paiseField = z.number().int().nonnegative()
export const listOf = <S extends z.ZodType>(entity: S) =>
  z.object({ items: z.array(entity) }).transform(({ items }) => items)

export const paymentEntity = z.object({
  id: z.string(),
  order_id: z.string(),
  amount: paiseField,
  currency: z.string(),
  status: z.string(),
  method: z.string().nullish(),
  error_description: z.string().nullish(),
  acquirer_data: z.record(z.string(), z.unknown()).nullish().catch(null),
})

export const refundEntity = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: paiseField,
  currency: z.string(),
  receipt: z.string().nullish(),
  status: z.string(),
  acquirer_data: z.record(z.string(), z.unknown()).nullish().catch(null),
})

/** Refund statuses; any other is pending. */
export const refundStatuses: Record<string, Refund['status']> = { processed: 'settled', failed: 'failed' }

/** The bank's reference; its name depends on the payment method. */
export function referenceIn(data: Record<string, unknown> | null | undefined): string {
  const found = ['arn', 'rrn', 'utr', 'bank_transaction_id'].map((name) => data?.[name])
  return String(found.find((one) => typeof one === 'string' && one !== '') ?? '')
}
