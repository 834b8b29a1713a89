import { z } from 'zod'
import { onlyAdmins } from '../admin/admin-lists.ts'
import { endpoint } from '../wire/endpoint.ts'
import { notificationEvents } from './notification-events.ts'

const tags = ['messages'] as const

/** Letters that one text may have, its values not yet filled in. */
export const textMost = { app: 500, subject: 80, text: 4000 } as const
/** More than any text; what is longer is not even looked at. */
const anything = z.string().max(20_000)
const words = z.object({ en: anything, hi: anything })
const letter = z.object({ subject: anything, text: anything })
const letters = z.object({ en: letter, hi: letter })

/** What an owner changed of an event's texts; a channel that is not here has the program's. */
export type OwnTexts = { app?: z.infer<typeof words>; email?: z.infer<typeof letters> }

/** The texts of an event that can be changed. Not every event is told by e-mail. */
const texts = z.object({ app: words, email: letters.nullable() })
export type Texts = z.infer<typeof texts>

const messageText = z.object({
  event: z.enum(notificationEvents),
  kind: z.string(),
  /** Whom it tells. */
  to: z.array(z.enum(['family', 'mentor', 'admin'])),
  /** `registered`: whether the operator's file names the registered text of this language; null with the stand-in. */
  sms: z.object({ ...words.shape, registered: z.object({ en: z.boolean(), hi: z.boolean() }).nullable() }).nullable(),
  /** As they hold. */
  now: texts,
  /** `outdated`: an owner changed it, and a newer program has other values for it, so the program's text holds. */
  state: z.enum(['usual', 'changed', 'outdated']),
})
export type MessageText = z.infer<typeof messageText>

const channels = z.enum(['app', 'email'])
const openText = messageText.extend({
  /** The program's. */
  usual: texts,
  /** What can stand in braces, with what it could be, and the channels whose text must have it. */
  values: z.array(z.object({ name: z.string(), example: words, neededIn: z.array(channels) })),
  history: z.array(z.object({ at: z.iso.datetime(), by: z.string(), was: texts, is: texts })),
})
export type OpenText = z.infer<typeof openText>

export const messageTexts = endpoint({
  method: 'GET',
  url: '/api/admin/message-texts',
  schema: {
    summary: 'Every text that people are told, by event, channel and language; `{name}` is where a value goes',
    tags,
    response: { 200: z.object({ data: z.array(messageText) }) },
  },
  config: { access: onlyAdmins },
})

const eventParams = z.strictObject({ event: z.enum(notificationEvents) })

export const oneMessageText = endpoint({
  method: 'GET',
  url: '/api/admin/message-texts/:event',
  schema: {
    summary: 'The texts of one event, the values they may have, and who changed them',
    tags,
    params: eventParams,
    response: { 200: z.object({ data: openText.extend({ mayChange: z.boolean() }) }) },
  },
  config: { access: onlyAdmins },
})

/** What can be wrong with a text. */
export const textProblems = ['empty', 'long', 'letters', 'break', 'broken', 'unknown', 'missing'] as const
export type TextProblem = (typeof textProblems)[number]

const strict = z.strictObject
/** `null`: the program's text. `seen`: the texts this change began with; when they are others by now, nothing is changed. */
const wish = strict({
  app: strict(words.shape).nullable(),
  email: strict({ en: strict(letter.shape), hi: strict(letter.shape) }).nullable(),
  seen: texts,
})
export type TextWish = z.infer<typeof wish>

export const previewMessageText = endpoint({
  method: 'POST',
  url: '/api/admin/message-texts/:event/preview',
  schema: {
    summary: 'How an event would be told in both languages, with examples for its values; nothing is changed',
    tags,
    params: eventParams,
    body: wish,
    response: {
      200: z.object({
        data: z.object({
          texts,
          /** With examples for values, and what stands under every letter. */
          filled: z.object({ app: words, email: letters.nullable() }),
        }),
      }),
    },
  },
  config: { access: onlyAdmins, role: 'owner' },
})

export const changeMessageText = endpoint({
  method: 'POST',
  url: '/api/admin/message-texts/:event',
  schema: {
    summary:
      'Change what an event is told with on the site and by e-mail; it holds for messages written from now on. Owners only',
    tags,
    params: eventParams,
    body: wish,
    response: { 200: z.object({ data: openText.extend({ mayChange: z.boolean() }) }) },
  },
  config: { access: onlyAdmins, role: 'owner' },
})
