import { z } from 'zod'
import { bothSides, endpoint } from '../wire/endpoint.ts'
import { cursor, total } from '../wire/fields.ts'
import { messagesPerPage } from './chat-limits.ts'

const tags = ['chat'] as const
const side = z.enum(['family', 'mentor'])
const seq = z.number().int().min(0).max(2_000_000_000)

/** A party of a chat: public id of a mentor or family, or a phone (product.md §10). */
const party = z.string().trim().min(1).max(60)

const file = z.object({
  _id: z.uuid(),
  kind: z.enum(['image', 'pdf']),
  name: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
})

/** One message as its reader may see it: contact details are masked until the first paid booking that is not a demo. */
export const chatMessage = z.object({
  _id: z.uuid(),
  conversation: z.uuid(),
  seq: z.number().int(),
  sender: z.uuid(),
  side,
  message: z.string(),
  isMasked: z.boolean(),
  clientId: z.uuid(),
  replyTo: z.number().int().nullable(),
  file: file.nullable(),
  sentAt: z.iso.datetime(),
})

const other = z.object({
  _id: z.uuid(),
  side,
  /** Null if the family gave none. */
  name: z.string().nullable(),
  photo: z.string().nullable(),
  /** Slug of a mentor with a public profile; null for families. */
  slug: z.string().nullable(),
})

const marks = z.object({ delivered: z.number().int(), read: z.number().int() })

export const conversation = z.object({
  _id: z.uuid(),
  other,
  lastSeq: z.number().int(),
  lastAt: z.iso.datetime(),
  unread: z.number().int(),
  mine: marks,
  theirs: marks,
  /** Whether phone numbers, addresses and links are masked. */
  isMasked: z.boolean(),
  isBlockedByMe: z.boolean(),
  /** Whether either side muted the conversation. */
  isEnded: z.boolean(),
  isOnline: z.boolean(),
  /** Children that this mentor teaches or taught: for families with several, and for the mentor by first name. */
  students: z.array(z.string()),
})
export type Conversation = z.infer<typeof conversation>

export const inbox = endpoint({
  method: 'GET',
  url: '/api/chat/conversations',
  schema: {
    summary: 'Conversations of the caller, latest first, each with its last message',
    tags,
    querystring: z.strictObject({
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: {
      200: z.object({
        data: z.array(conversation.extend({ last: chatMessage.nullable() })),
        nextCursor: z.string().nullable(),
        total,
      }),
    },
  },
  config: { access: bothSides },
})

export const chatUnread = endpoint({
  method: 'GET',
  url: '/api/chat/unread',
  schema: {
    summary: 'Number of unread messages of the caller',
    tags,
    response: { 200: z.object({ data: z.object({ unread: z.number().int() }) }) },
  },
  config: { access: bothSides },
})

export const chatWith = endpoint({
  method: 'GET',
  url: '/api/chat/with/:party',
  schema: {
    summary:
      'The conversation with a mentor (id or slug) or a family (id), or by its own id; null before the first message',
    tags,
    params: z.strictObject({ party: z.string().min(1).max(120) }),
    response: {
      200: z.object({
        data: z.object({
          other,
          conversation: conversation.nullable(),
          /** Whether the family has booked this mentor. */
          isBooked: z.boolean(),
        }),
      }),
    },
  },
  config: { access: bothSides },
})

export const chatHistory = endpoint({
  method: 'POST',
  url: '/api/chat/history',
  schema: {
    summary:
      'Messages between the caller and another party, oldest first: the newest page, or the one before or after a sequence number. `x-next-cursor` is the `before` of the previous page',
    tags,
    body: z
      .strictObject({
        user1: party,
        user2: party,
        before: seq.optional(),
        after: seq.optional(),
        limit: z.number().int().min(1).max(200).default(messagesPerPage),
      })
      .refine(({ before, after }) => before === undefined || after === undefined, { error: 'either before or after' }),
    response: { 200: z.array(chatMessage) },
  },
  config: { access: bothSides },
})

/**
 * Socket event `send-message`: the three fields of the specification, plus `clientId`, which makes sending idempotent. `sender` is
 * checked against the session.
 */
export const sendMessage = z.strictObject({
  sender: party.optional(),
  receiver: party,
  message: z.string().default(''),
  clientId: z.uuid().optional(),
  replyTo: seq.optional(),
  /** URL of a finished upload (`chat-photo`, `chat-document`). */
  file: z.url().max(500).optional(),
})

/** HTTP equivalent of the event `send-message`, for forms and for networks that block WebSockets. */
export const chatSend = endpoint({
  method: 'POST',
  url: '/api/chat/messages',
  schema: {
    summary: 'Send a message; idempotent by `clientId`',
    tags,
    body: sendMessage,
    response: { 200: z.object({ data: chatMessage }) },
  },
  config: { access: bothSides },
})

export const registerInput = z.union([party, z.number().transform(String)]).nullish()
/** Socket event `mark`: highest sequence numbers this side received and read. */
export const markInput = z.strictObject({ conversation: z.uuid(), delivered: seq.optional(), read: seq.optional() })
export const typingInput = z.strictObject({ conversation: z.uuid() })
/** Socket event `heads`: lets a window detect missed messages. Replies with `{ unread, conversation }`. */
export const headsInput = z.strictObject({ conversation: z.uuid().optional() })
