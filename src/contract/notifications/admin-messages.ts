import { z } from 'zod'
import { listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { idParams } from '../wire/fields.ts'

const tags = ['messages'] as const

export const outboxChannels = ['sms', 'email', 'whatsapp', 'push'] as const
export const messageStates = ['given_up', 'waiting'] as const

const adminMessage = z.object({
  _id: z.uuid(),
  state: z.enum([...messageStates, 'sent']),
  event: z.string(),
  /** The text with private values replaced by dots; empty for a code or receipt. */
  text: z.string(),
  channel: z.enum(outboxChannels),
  /** Masked: the end of the phone number, or the address without its name. */
  to: z.string(),
  /** Whose account it is; null for a phone or address without one. Support sees the end of the phone number. */
  person: z.object({ accountId: z.uuid(), name: z.string(), phone: z.string() }).nullable(),
  language: z.enum(['en', 'hi']),
  /** The last failure, as in the log. */
  trouble: z.string().nullable(),
  tries: z.number().int(),
  writtenAt: z.iso.datetime(),
  /** Time of the next attempt; null when none is planned. */
  dueAt: z.iso.datetime().nullable(),
  /** False once the message has expired. */
  canRetry: z.boolean(),
})
export type AdminMessage = z.infer<typeof adminMessage>

const channelDay = z.object({
  channel: z.enum(outboxChannels),
  sent: z.number().int(),
  waiting: z.number().int(),
  givenUp: z.number().int(),
})
export type ChannelDay = z.infer<typeof channelDay>

const query = listQuery(['date', 'tries']).extend({
  state: z.enum(messageStates).default('given_up'),
  channel: z.enum(outboxChannels).optional(),
})

export const adminMessages = endpoint({
  method: 'GET',
  url: '/api/admin/messages',
  schema: {
    summary:
      'Messages that were given up, or wait unusually long, newest first, and what was written in the last day; q: a whole phone or address, or a part of what it is about',
    tags,
    querystring: query,
    response: {
      200: listReply(adminMessage).extend({
        /** Counts over the whole list, capped at 1,000. */
        counts: z.object({ given_up: z.number().int(), waiting: z.number().int() }),
        lastDay: z.array(channelDay),
      }),
    },
  },
  config: { access: onlyAdmins },
})

export const adminMessagesFile = listFile(
  adminMessages,
  'The same list as a file, never whose it is in full; that it was taken is written down',
)

export const retryMessage = endpoint({
  method: 'POST',
  url: '/api/admin/messages/:id/again',
  schema: {
    summary: 'Try to send a message again, with a new day of patience',
    tags,
    params: idParams,
    response: { 200: z.object({ data: adminMessage }) },
  },
  config: { access: onlyAdmins, role: 'support' },
})
