import { z } from 'zod'
import { endpoint, everybody } from '../wire/endpoint.ts'
import { line, phone } from '../wire/fields.ts'
import { caseTopics, ticketMessage } from './limits.ts'

/** Free text of several lines: trimmed, line ends as \n, no other control characters. */
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
    summary: 'Ask the support team; people who are logged in may leave out phone and e-mail',
    tags: ['cases'],
    body: z.strictObject({
      name: line(80),
      phone: phone.optional(),
      email: z.email().max(200).optional(),
      topic: z.enum(caseTopics),
      /** Whom it is about: a mentor the family of the caller booked. */
      mentor: z.uuid().optional(),
      message: lines(ticketMessage.min, ticketMessage.max),
    }),
    response: {
      200: z.object({
        data: z.object({ number: z.string(), answerBy: z.iso.datetime() }),
      }),
    },
  },
  config: { access: everybody },
})
