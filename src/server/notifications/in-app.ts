import type { Kysely } from 'kysely'
import type { InAppNotification } from '#contract/notifications/in-app.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { notifyLive } from '#server/platform/realtime.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import type { Side } from './event-texts.ts'
import { fill } from './fill.ts'
import { hrefOf } from './footer.ts'
import * as rows from './in-app-rows.ts'
import { capital, usualTexts } from './own-texts.ts'
import { events, kindOf } from './registry.ts'

const sides: Record<Viewer['userType'], Side> = { student: 'family', mentor: 'mentor', admin: 'admin' }
const readerOf = ({ accountId, userType }: Viewer): rows.Reader => ({ accountId, side: sides[userType] })

/** An event as the site tells it: in the program's words, unless it was written with others. */
export function notificationText(
  event: NotificationEvent,
  language: Language,
  { values, words }: { values: Record<string, string>; words?: Record<Language, string> | undefined },
): string {
  return capital(fill((words ?? usualTexts(event).app)[language], values))
}

function toReply(
  { id, event, data, createdAt, readAt }: rows.NotificationRow,
  side: Side,
  language: Language,
): InAppNotification {
  const values = data[language]
  return {
    ...{
      _id: id,
      kind: kindOf[event],
      text: notificationText(event, language, { values, words: data.words }),
      href: hrefOf(event, side, values),
    },
    ...{ at: createdAt.toISOString(), isRead: readAt !== null },
  }
}

/** How many news the viewer has not read, up to a hundred. */
export const unreadFor = (db: Kysely<DB>, viewer: Viewer): Promise<number> => rows.countUnread(db, readerOf(viewer))

type Page = { cursor?: string | undefined; limit: number; language: Language }

/** What the viewer was told in the role it has now. */
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
    // An event may be gone from a newer version.
    data: here.filter(({ event }) => event in events).map((one) => toReply(one, reader.side, page.language)),
    unread,
    nextCursor: found.length > here.length && last ? cursors.write(list, last.id) : null,
  }
}

/** Has open windows of the account ask how many are not read. */
export const notifyUnread = (db: Kysely<DB>, { accountId }: Pick<rows.Reader, 'accountId'>): Promise<void> =>
  notifyLive(db, `account:${accountId}`, 'news-changed', {})

export async function openNotification(
  db: Kysely<DB>,
  viewer: Viewer,
  id: string,
  language: Language,
): Promise<InAppNotification> {
  const reader = readerOf(viewer)
  // Windows reload the list when they are told: told of nothing new, they would ask again and again.
  if (await rows.setRead(db, reader, id)) await notifyUnread(db, reader)
  const one = await rows.notificationById(db, reader, id)
  if (!one || !(one.event in events)) throw new AppError('not-found')
  return toReply(one, reader.side, language)
}

/** @returns how many are not read then */
export async function readAll(db: Kysely<DB>, viewer: Viewer, newest: string): Promise<number> {
  const reader = readerOf(viewer)
  if (await rows.setAllRead(db, reader, newest)) await notifyUnread(db, reader)
  return await rows.countUnread(db, reader)
}
