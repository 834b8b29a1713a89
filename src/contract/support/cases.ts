import { z } from 'zod'
import { endpoint, everyone } from '../wire/endpoint.ts'
import { line, phone } from '../wire/fields.ts'
import { caseKinds, caseStatuses } from './case-types.ts'
import { caseTopics, ticketMessage } from './limits.ts'

/** Multi-line text: trimmed, line ends as \n, no other control characters. */
export const lines = (min: number, max: number) =>
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

export const openedCase = z.object({ number: z.string(), answerBy: z.iso.datetime() })

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
    response: { 200: z.object({ data: openedCase }) },
  },
  config: { access: everyone },
})

/** Events the reporter sees; notes and assignments to others stay inside. */
export const trackedKinds = ['opened', 'take', 'answer', 'overdue', 'reopen', 'appeal', 'resolve'] as const
const at = z.iso.datetime().nullable()
export const trackCase = endpoint({
  method: 'GET',
  url: '/api/cases/:number',
  schema: {
    summary: 'Follow a case: for the account that opened it, or with the key of its acknowledgement',
    tags: ['cases'],
    params: z.strictObject({ number: line(40) }),
    querystring: z.strictObject({ key: z.string().max(40).optional() }),
    response: {
      200: z.object({
        data: z.object({
          number: z.string(),
          kind: z.enum(caseKinds),
          topic: z.string(),
          status: z.enum(caseStatuses),
          answerBy: z.iso.datetime(),
          answeredAt: at,
          settleBy: z.iso.datetime(),
          resolvedAt: at,
          /** Whether it is the viewer's own, not opened by its key. */
          isOwn: z.boolean(),
          /** Disputed class of the case, its fee in rupees, and whether that is on hold. */
          lesson: z
            .object({
              booking: z.uuid(),
              subject: z.string(),
              mentorName: z.string(),
              startsAt: z.iso.datetime(),
              amount: z.number(),
              isOnHold: z.boolean(),
            })
            .nullable(),
          /** Oldest first. Texts are the reporter's own, our answers and our decision. */
          events: z.array(z.object({ at: z.iso.datetime(), kind: z.enum(trackedKinds), text: z.string() })),
        }),
      }),
    },
  },
  config: { access: { visitor: 'own', family: 'own', mentor: 'own', admin: 'own' } },
})
export type TrackedCase = z.infer<(typeof trackCase)['schema']['response'][200]>['data']
