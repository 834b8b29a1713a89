import type { AdminMessage } from '#contract/notifications/admin-messages.ts'
import { type NotificationEvent, notificationEvents } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { listedPhone, masked } from '#server/platform/masked.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { notificationText } from './in-app.ts'
import * as rows from './undelivered-rows.ts'

const isEvent = (one: string): one is NotificationEvent => notificationEvents.some((event) => event === one)
/** Dots for every value. */
const placeholders = new Proxy<Record<string, string>>({}, { get: () => '…' })

type Asked = { viewer: Viewer; language: Language }
const toReply = (
  { to, person, writtenAt, dueAt, ...rest }: rows.Undelivered,
  { viewer, language }: Asked,
): AdminMessage => ({
  ...rest,
  person: person && { ...person, phone: listedPhone(viewer, person.phone) },
  text: isEvent(rest.event) ? notificationText(rest.event, language, { values: placeholders }) : '',
  to: masked(to),
  writtenAt: writtenAt.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
})

type Filter = Parameters<typeof rows.messageList>[0]
type Page = Filter & { sort: By; order: 'asc' | 'desc'; cursor?: string | undefined; limit: number }
type By = 'date' | 'tries'

/** A page of undelivered messages; any admin may read it. */
export async function undelivered({ db, cursors }: Pick<Context, 'db' | 'cursors'>, page: Page, asked: Asked) {
  const [found, counts, lastDay] = await Promise.all([
    listPage<rows.Undelivered, By>(db, cursors, rows.messageList(page), page),
    rows.countsOf(db),
    rows.lastDay(db),
  ])
  return { ...found, data: found.data.map((one) => toReply(one, asked)), counts, lastDay }
}

/** All undelivered messages for a file, with masked recipients. */
export async function* undeliveredAll(
  { db }: Pick<Context, 'db'>,
  wanted: Omit<Page, 'cursor' | 'limit'>,
  viewer: Viewer,
): AsyncGenerator<AdminMessage> {
  for await (const one of listAll<rows.Undelivered, By>(db, rows.messageList(wanted), wanted))
    yield toReply(one, { viewer, language: 'en' })
}

/** Retries a message at once; one sent meanwhile stays sent. */
export async function retryMessage(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  viewer: Viewer,
  asked: { id: string; language: Language },
) {
  const { id, ...rest } = asked
  const reply = { viewer, ...rest }
  return await transaction(db, async (tx) => {
    const before = orNotFound(await rows.lockMessage(tx, id))
    if (before.state === 'sent') return toReply(before, reply)
    if (!before.canRetry) throw new AppError('message-too-late')
    const { event, channel, trouble, tries } = before
    await writeAudit(tx, viewer, 'message.again', { kind: 'message', id, detail: { event, channel, trouble, tries } })
    await queue.send(tx, 'messages.send', {})
    return toReply((await rows.scheduleRetry(tx, id)) ?? before, reply)
  })
}
