import { z } from 'zod'
import { bothSides, endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'
import { chatMessage, conversation } from './chat.ts'
import { maxReportLength, minSearchLength, reportReasons } from './chat-limits.ts'

const tags = ['chat'] as const

export const chatSearch = endpoint({
  method: 'GET',
  url: '/api/chat/conversations/:id/search',
  schema: {
    summary: 'Search messages of a conversation by their visible text; newest first, at most fifty',
    tags,
    params: idParams,
    querystring: z.strictObject({ q: line(100).pipe(z.string().min(minSearchLength)) }),
    response: { 200: z.object({ data: z.array(chatMessage) }) },
  },
  config: { access: bothSides },
})

export const chatBlocked = endpoint({
  method: 'PUT',
  url: '/api/chat/conversations/:id/blocked',
  schema: {
    summary: 'Mute or unmute a conversation; the other side only sees that it has ended',
    tags,
    params: idParams,
    body: z.strictObject({ blocked: z.boolean() }),
    response: { 200: z.object({ data: conversation }) },
  },
  config: { access: bothSides },
})

export const chatReport = endpoint({
  method: 'POST',
  url: '/api/chat/conversations/:id/report',
  schema: {
    summary:
      'Report a conversation or one of its messages; opens a case; the same report returns the one that is still open',
    tags,
    params: idParams,
    body: z.strictObject({
      reason: z.enum(reportReasons),
      text: z
        .string()
        .max(2 * maxReportLength)
        .transform((text) => text.replace(/\s+/g, ' ').trim())
        .pipe(z.union([z.literal(''), line(maxReportLength)]))
        .optional(),
      seq: z.number().int().min(1).max(2_000_000_000).optional(),
    }),
    response: { 200: z.object({ data: z.object({ number: z.string(), answerBy: z.iso.datetime() }) }) },
  },
  config: { access: bothSides },
})

/** Source of images (`src`) and PDFs (`href`): redirects to a link that is valid for five minutes. */
export const chatFile = endpoint({
  method: 'GET',
  url: '/api/chat/files/:id',
  schema: {
    summary: 'Redirect to a file of a conversation of the caller',
    tags,
    params: idParams,
    response: { 200: z.unknown() },
  },
  config: { access: bothSides },
})

export const caseChat = endpoint({
  method: 'GET',
  url: '/api/admin/cases/:id/chat',
  schema: {
    summary:
      'Unmasked messages around a reported message, or at the end of the conversation when it was reported; each read is audited',
    tags,
    params: idParams,
    response: {
      200: z.object({
        data: z.object({
          number: z.string(),
          reason: z.enum(reportReasons),
          /** Side that reported it. */
          side: z.enum(['family', 'mentor']),
          seq: z.number().int().nullable(),
          family: z.object({ _id: z.uuid(), name: z.string().nullable() }),
          mentor: z.object({ _id: z.uuid(), name: z.string().nullable() }),
          /** `fileUrl` is valid for five minutes. `hasContact`: families and mentors without a booking see a part as dots. */
          messages: z.array(chatMessage.extend({ fileUrl: z.url().nullable(), hasContact: z.boolean() })),
        }),
      }),
    },
  },
  config: { access: onlyAdmins },
})
