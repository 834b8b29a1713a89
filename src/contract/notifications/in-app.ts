import { z } from 'zod'
import { accountHolders, endpoint } from '../wire/endpoint.ts'
import { cursor, idParams } from '../wire/fields.ts'
import { messageKinds } from './notification-kinds.ts'

const tags = ['news'] as const

const inAppNotification = z.object({
  _id: z.uuid(),
  kind: z.enum([...messageKinds, 'safety']),
  text: z.string(),
  /** The child it is about, for families with several; null where it is not known. */
  student: z.string().nullable(),
  /** Until when the reader can do what the text asks for; null without a deadline. */
  answerBy: z.iso.datetime().nullable(),
  /** Path of the page to open, without the language prefix. */
  href: z.string(),
  at: z.iso.datetime(),
  isRead: z.boolean(),
})
export type InAppNotification = z.infer<typeof inAppNotification>

/** Capped at 100. */
const unread = z.number().int()

export const ownNotifications = endpoint({
  method: 'GET',
  url: '/api/news',
  schema: {
    summary: 'Notifications of the caller in its current role, newest first; deleted after half a year',
    tags,
    querystring: z.strictObject({
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: { 200: z.object({ data: z.array(inAppNotification), unread, nextCursor: z.string().nullable() }) },
  },
  config: { access: accountHolders },
})

export const readNotification = endpoint({
  method: 'POST',
  url: '/api/news/:id/read',
  schema: {
    summary: 'One was opened',
    tags,
    params: idParams,
    response: { 200: z.object({ data: inAppNotification }) },
  },
  config: { access: accountHolders },
})

export const readAllNotifications = endpoint({
  method: 'POST',
  url: '/api/news/read',
  schema: {
    summary: 'This one and all before it were seen',
    tags,
    body: z.strictObject({ newest: z.uuid() }),
    response: { 200: z.object({ data: z.object({ unread }) }) },
  },
  config: { access: accountHolders },
})
