import { z } from 'zod'
import { endpoint, everyone } from '../wire/endpoint.ts'
import { messageKinds } from './notification-kinds.ts'

const tags = ['profiles'] as const
/** Sealed token from the unsubscribe link of an email; it works without a login. */
const params = z.strictObject({ token: z.string().min(1).max(200) })
const reply = z.object({ data: z.object({ kind: z.enum(messageKinds), isOff: z.boolean() }) })

export const mailPreference = endpoint({
  method: 'GET',
  url: '/api/message-off/:token',
  schema: { summary: 'What the link in a letter would turn off', tags, params, response: { 200: reply } },
  config: { access: everyone },
})

export const optOutOfMail = endpoint({
  method: 'POST',
  url: '/api/message-off/:token',
  schema: { summary: 'No more mail of this kind to this account', tags, params, response: { 200: reply } },
  config: { access: everyone },
})
