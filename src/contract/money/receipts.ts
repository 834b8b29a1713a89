import { z } from 'zod'
import { endpoint, familyOrAdmin, onlyFamilies } from '../wire/endpoint.ts'

const tags = ['payments'] as const
const params = z.strictObject({ orderId: z.uuid() })

export const receiptPdf = endpoint({
  method: 'GET',
  url: '/api/payment/receipt/:orderId',
  schema: {
    summary: "Receipt of a booked order as PDF; the language defaults to the payer's",
    tags,
    params,
    querystring: z.strictObject({ language: z.enum(['en', 'hi']).optional() }),
    response: { 200: z.unknown() },
  },
  config: { access: familyOrAdmin },
})

export const mailReceipt = endpoint({
  method: 'POST',
  url: '/api/payment/receipt/:orderId/mail',
  schema: {
    summary: "Email a receipt to the profile's address, or to a new one, which is saved to the profile",
    tags,
    params,
    body: z.strictObject({ email: z.string().trim().pipe(z.email().max(200)).optional() }),
    response: { 200: z.object({ data: z.object({ email: z.string() }) }) },
  },
  config: { access: onlyFamilies },
})
