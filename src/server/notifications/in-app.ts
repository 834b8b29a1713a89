import type { InAppNotification } from '#contract/notifications/in-app.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { liveText, notifyLive } from '#server/platform/realtime.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { capital, defaultTexts, fromSms } from './custom-templates.ts'
import type { Side } from './event-texts.ts'
import { fill, namesIn } from './fill.ts'
import { hrefOf } from './footer.ts'
import * as rows from './in-app-rows.ts'
import { events, kindOf } from './registry.ts'

const sides: Record<Viewer['userType'], Side> = { student: 'family', mentor: 'mentor', admin: 'admin' }
const readerOf = ({ accountId, userType }: Viewer): rows.Reader => ({ accountId, side: sides[userType] })

/** In-app text of an event: the custom template it was written with, else the built-in text. */
export function notificationText(
  event: NotificationEvent,
  language: Language,
  { values, words }: { values: Record<string, string>; words?: Record<Language, string> | undefined },
): string {
  const text = words?.[language] ?? defaultTexts(event).app[language]
  // Values written before the site had a text of its own are those of the SMS.
  const isOld = namesIn(text).some((name) => values[name] === undefined)
  return capital(fill(isOld ? fromSms(event, language) || text : text, values))
}

function toReply(
  { id, event, data, createdAt, readAt, student }: rows.NotificationRow,
  side: Side,
  language: Language,
): InAppNotification {
  // Erasing may have emptied it.
  const values = data[language] ?? {}
  return {
    _id: id,
    kind: kindOf[event],
    text: notificationText(event, language, { values, words: data.words }),
    href: hrefOf(event, side, values),
    student,
    answerBy: data.answerBy ?? null,
    at: createdAt.toISOString(),
    isRead: readAt !== null,
  }
}

/** Unread notifications of the viewer, capped at 100, as a value of a statement. */
export const unreadNotificationsOf = (viewer: Viewer) => rows.unreadNotifications(readerOf(viewer))

/** Unread notifications of the viewer, capped at 100. */
export const unreadFor = (db: Db, viewer: Viewer): Promise<number> => rows.countUnread(db, readerOf(viewer))

type Page = { cursor?: string | undefined; limit: number; language: Language }

/** A page of the viewer's notifications in its current role. */
export async function notificationsFor({ db, cursors }: Pick<Context, 'db' | 'cursors'>, viewer: Viewer, page: Page) {
  const reader = readerOf(viewer)
  const list = `news:${reader.accountId}:${reader.side}`
  const before = page.cursor ? cursors.read<string>(list, page.cursor) : null
  const [found, unread] = await Promise.all([
    rows.notificationsOf(db, reader, before, page.limit + 1),
    rows.countUnread(db, reader),
  ])
  const here = found.slice(0, page.limit)
  const last = here.at(-1)
  return {
    // A newer version may have removed an event.
    data: here.filter(({ event }) => event in events).map((one) => toReply(one, reader.side, page.language)),
    unread,
    nextCursor: found.length > here.length && last ? cursors.write(list, last.id) : null,
  }
}

/** The live message that makes open windows of the account reload the number of unread notifications. */
export const unreadText = (accountId: string): string => liveText(`account:${accountId}`, 'news-changed', {})

/** Makes open windows of the account reload the number of unread notifications. */
const notifyUnread = (db: Db, { accountId }: Pick<rows.Reader, 'accountId'>): Promise<void> =>
  notifyLive(db, `account:${accountId}`, 'news-changed', {})

export async function openNotification(
  db: Db,
  viewer: Viewer,
  id: string,
  language: Language,
): Promise<InAppNotification> {
  const reader = readerOf(viewer)
  // Notify only on a change: windows reload when notified, and reading would notify again without end.
  if (await rows.setRead(db, reader, id)) await notifyUnread(db, reader)
  const one = await rows.notificationById(db, reader, id)
  if (!one || !(one.event in events)) throw new AppError('not-found')
  return toReply(one, reader.side, language)
}

/** @returns the number still unread */
export async function readAll(db: Db, viewer: Viewer, newest: string): Promise<number> {
  const reader = readerOf(viewer)
  if (await rows.setAllRead(db, reader, newest)) await notifyUnread(db, reader)
  return await rows.countUnread(db, reader)
}
