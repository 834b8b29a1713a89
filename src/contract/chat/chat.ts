import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { cursor, total } from '../wire/fields.ts'
import { messagesPerPage } from './chat-limits.ts'

const tags = ['chat'] as const
const access = { visitor: 'no', family: 'own', mentor: 'own', admin: 'no' } as const
const side = z.enum(['family', 'mentor'])
const seq = z.number().int().min(0).max(2_000_000_000)

/** A party of a chat: the public id of a mentor or a family, or a phone (product.md §10). */
const party = z.string().trim().min(1).max(60)

const file = z.object({
  _id: z.uuid(),
  kind: z.enum(['image', 'pdf']),
  name: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
})

/** One message as its reader may see it: contacts are hidden until the first paid booking that is no demo. */
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
  /** Null: a family that gave none. */
  name: z.string().nullable(),
  photo: z.string().nullable(),
  /** Of a mentor whose profile can be seen; null for families. */
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
  /** Whether phone numbers, addresses and links are hidden. */
  isMasked: z.boolean(),
  isBlockedByMe: z.boolean(),
  /** Whether either side turned messages off. */
  isEnded: z.boolean(),
  isOnline: z.boolean(),
})
export type Conversation = z.infer<typeof conversation>

export const inbox = endpoint({
  method: 'GET',
  url: '/api/chat/conversations',
  schema: {
    summary: 'My conversations, the latest first, each with its last message',
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
  config: { access },
})

export const chatUnread = endpoint({
  method: 'GET',
  url: '/api/chat/unread',
  schema: {
    summary: 'How many messages I have not read',
    tags,
    response: { 200: z.object({ data: z.object({ unread: z.number().int() }) }) },
  },
  config: { access },
})

export const chatWith = endpoint({
  method: 'GET',
  url: '/api/chat/with/:party',
  schema: {
    summary:
      'The conversation with a mentor (id or slug) or a family (id), or by its own id; null when nobody wrote yet',
    tags,
    params: z.strictObject({ party: z.string().min(1).max(120) }),
    response: {
      200: z.object({
        data: z.object({
          other,
          conversation: conversation.nullable(),
          /** Whether the family ever booked a class with this mentor. */
          isBooked: z.boolean(),
        }),
      }),
    },
  },
  config: { access },
})

export const chatHistory = endpoint({
  method: 'POST',
  url: '/api/chat/history',
  schema: {
    summary:
      'Messages between two parties, one of them the caller; the newest page, or what is before or after a number, oldest first. `x-next-cursor` is the `before` of the page before',
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
  config: { access },
})

/** Socket event `send-message`: the spec's three fields, and what keeps a message from being lost or doubled. `sender` is checked, never believed. */
export const sendMessage = z.strictObject({
  sender: party.optional(),
  receiver: party,
  message: z.string().default(''),
  clientId: z.uuid().optional(),
  replyTo: seq.optional(),
  /** Address of a finished upload (`chat-photo`, `chat-document`). */
  file: z.url().max(500).optional(),
})

/** The same as the event `send-message`, for forms and for networks that let no socket through. */
export const chatSend = endpoint({
  method: 'POST',
  url: '/api/chat/messages',
  schema: {
    summary: 'Send a message; with the same `clientId` again it is still one',
    tags,
    body: sendMessage,
    response: { 200: z.object({ data: chatMessage }) },
  },
  config: { access },
})

export const registerInput = z.union([party, z.number().transform(String)]).nullish()
/** Socket event `mark`: how far this side has got. */
export const markInput = z.strictObject({ conversation: z.uuid(), delivered: seq.optional(), read: seq.optional() })
export const typingInput = z.strictObject({ conversation: z.uuid() })
/** Socket event `heads`: what a window needs to know whether it missed something. Answers `{ unread, conversation }`. */
export const headsInput = z.strictObject({ conversation: z.uuid().optional() })
