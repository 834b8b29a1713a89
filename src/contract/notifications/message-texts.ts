import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { notificationEvents } from './notification-events.ts'

const tags = ['messages'] as const

/** Maximum characters of a text, before its placeholders are filled in. */
export const maxTextLength = { app: 500, subject: 80, text: 4000 } as const
/** Above every limit; anything longer is refused unread. */
const anything = z.string().max(20_000)
const words = z.object({ en: anything, hi: anything })
const letter = z.object({ subject: anything, text: anything })
const letters = z.object({ en: letter, hi: letter })

/** The texts of an event an owner customised; other channels use the default. */
export type CustomTemplates = { app?: z.infer<typeof words>; email?: z.infer<typeof letters> }

/** The customisable texts of an event; `email` is null for events without an email. */
const texts = z.object({ app: words, email: letters.nullable() })
export type Texts = z.infer<typeof texts>

const messageText = z.object({
  event: z.enum(notificationEvents),
  kind: z.string(),
  /** Who receives it. */
  to: z.array(z.enum(['family', 'mentor', 'admin'])),
  /** `registered`: whether the template ids of the SMS provider include this language; null with the stand-in. */
  sms: z.object({ ...words.shape, registered: z.object({ en: z.boolean(), hi: z.boolean() }).nullable() }).nullable(),
  /** In use now. */
  now: texts,
  /** `outdated`: the custom text doesn't fit the placeholders of this version, so the default is used. */
  state: z.enum(['usual', 'changed', 'outdated']),
})
export type MessageText = z.infer<typeof messageText>

const openText = messageText.extend({
  /** Placeholders with an example, and the channels whose text must include them. */
  values: z.array(z.object({ name: z.string(), example: words, neededIn: z.array(z.enum(['app', 'email'])) })),
  /** Of the texts in use; an edit names the one it started from. */
  version: z.string(),
})
export type OpenText = z.infer<typeof openText>

export const messageTexts = endpoint({
  method: 'GET',
  url: '/api/admin/message-texts',
  schema: {
    summary: 'Every notification text by event, channel and language; `{name}` is a placeholder',
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
    summary: 'The texts of one event and their placeholders',
    tags,
    params: eventParams,
    response: { 200: z.object({ data: openText }) },
  },
  config: { access: onlyAdmins },
})

const textProblems = ['empty', 'long', 'letters', 'break', 'broken', 'unknown', 'missing'] as const
export type TextProblem = (typeof textProblems)[number]

const strict = z.strictObject
/** A missing channel gets the default text. */
const input = strict({
  app: strict(words.shape).optional(),
  email: strict({ en: strict(letter.shape), hi: strict(letter.shape) }).optional(),
  version: z.string(),
})
export type TextInput = z.infer<typeof input>

export const changeMessageText = endpoint({
  method: 'POST',
  url: '/api/admin/message-texts/:event',
  schema: {
    summary: 'Customise the site and email texts of an event, for new messages only. Owners only',
    tags,
    params: eventParams,
    body: input,
    response: { 200: z.object({ data: openText }) },
  },
  config: { access: onlyAdmins, role: 'owner' },
})
