import { z } from 'zod'
import type { Refund } from './payment-gateway.ts'

/** Rupees on the wire; fractions of a paisa are refused. */
export const paiseField = z.number().transform((value, context) => {
  const paise = Math.round(value * 100)
  if (Math.abs(paise - value * 100) < 1e-6) return paise
  context.addIssue({ code: 'custom', message: `${value} rupees are no whole paise` })
  return z.NEVER
})
export const idField = z.coerce.string().min(1)

/** Refund statuses; any other is pending. */
export const refundStatuses: Record<string, Refund['status']> = {
  SUCCESS: 'settled',
  CANCELLED: 'failed',
  FAILED: 'failed',
}

/** The uuid in a refund id without dashes; null if it is not one of ours. */
export const toUuid = (id: string) =>
  /^[0-9a-f]{32}$/.test(id) ? id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null
