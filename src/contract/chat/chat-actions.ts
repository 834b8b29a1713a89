import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'
import { chatMessage, conversation } from './chat.ts'
import { maxReportLength, minSearchLength, reportReasons } from './chat-limits.ts'

const tags = ['chat'] as const
const access = { visitor: 'no', family: 'own', mentor: 'own', admin: 'no' } as const

export const chatSearch = endpoint({
  method: 'GET',
  url: '/api/chat/conversations/:id/search',
  schema: {
    summary: 'Messages of a conversation whose text, as it is shown, contains this; the newest first, fifty at most',
    tags,
    params: idParams,
    querystring: z.strictObject({ q: line(100).pipe(z.string().min(minSearchLength)) }),
    response: { 200: z.object({ data: z.array(chatMessage) }) },
  },
  config: { access },
})

export const chatBlocked = endpoint({
  method: 'PUT',
  url: '/api/chat/conversations/:id/blocked',
  schema: {
    summary: 'Turn messages of a conversation off, or on again; the other side is only told that writing is over',
    tags,
    params: idParams,
    body: z.strictObject({ blocked: z.boolean() }),
    response: { 200: z.object({ data: conversation }) },
  },
  config: { access },
})

export const chatReport = endpoint({
  method: 'POST',
  url: '/api/chat/conversations/:id/report',
  schema: {
    summary: 'Tell us about a conversation, or one message of it: opens a case, the same one as long as it is open',
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
  config: { access },
})

/** `src` of a picture, `href` of a PDF: sends the browser on to a link of five minutes. */
export const chatFile = endpoint({
  method: 'GET',
  url: '/api/chat/files/:id',
  schema: {
    summary: 'Sends the browser on to a file of a conversation of mine; to nobody else',
    tags,
    params: idParams,
    response: { 200: z.unknown() },
  },
  config: { access },
})

export const caseChat = endpoint({
  method: 'GET',
  url: '/api/admin/cases/:id/chat',
  schema: {
    summary:
      'What a reported conversation says around the message it is about, or at its end: as it was written, every look written down',
    tags,
    params: idParams,
    response: {
      200: z.object({
        data: z.object({
          number: z.string(),
          reason: z.enum(reportReasons),
          /** Who reported it. */
          side: z.enum(['family', 'mentor']),
          seq: z.number().int().nullable(),
          family: z.object({ _id: z.uuid(), name: z.string().nullable() }),
          mentor: z.object({ _id: z.uuid(), name: z.string().nullable() }),
          /** `fileUrl` opens the file for some minutes. */
          messages: z.array(chatMessage.extend({ fileUrl: z.url().nullable() })),
        }),
      }),
    },
  },
  config: { access: { visitor: 'no', family: 'no', mentor: 'no', admin: 'yes' } },
})
