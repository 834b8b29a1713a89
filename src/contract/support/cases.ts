import { z } from 'zod'
import { endpoint, everyone } from '../wire/endpoint.ts'
import { line, phone } from '../wire/fields.ts'
import { caseTopics, ticketMessage } from './limits.ts'

/** Multi-line text: trimmed, line ends as \n, no other control characters. */
const lines = (min: number, max: number) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(min)
        .max(max)
        .regex(/^(?:[\n\t]|[^\p{Cc}\p{Cs}])*$/u, 'no control characters'),
    )

export const openTicket = endpoint({
  method: 'POST',
  url: '/api/support-tickets',
  schema: {
    summary: 'Contact support; phone and email are optional when logged in',
    tags: ['cases'],
    body: z.strictObject({
      name: line(80),
      phone: phone.optional(),
      email: z.email().max(200).optional(),
      topic: z.enum(caseTopics),
      /** Mentor the ticket is about; the caller's family must have booked them. */
      mentor: z.uuid().optional(),
      message: lines(ticketMessage.min, ticketMessage.max),
    }),
    response: {
      200: z.object({
        data: z.object({ number: z.string(), answerBy: z.iso.datetime() }),
      }),
    },
  },
  config: { access: everyone },
})
