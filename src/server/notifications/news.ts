import type { Kysely } from 'kysely'
import type { NewsItem } from '#contract/notifications/news.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { tellLive } from '#server/platform/realtime.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { capital, defaultTexts } from './custom-templates.ts'
import type { Side } from './event-texts.ts'
import { fill } from './fill.ts'
import { placeOf } from './foot.ts'
import * as rows from './news-rows.ts'
import { events, kindOf } from './registry.ts'

const sides: Record<Viewer['userType'], Side> = { student: 'family', mentor: 'mentor', admin: 'admin' }
const readerOf = ({ accountId, userType }: Viewer): rows.Reader => ({ accountId, side: sides[userType] })

/** The site text of an event: the default, unless it was written with custom words. */
export function newsText(
  event: NotificationEvent,
  language: Language,
  { values, words }: { values: Record<string, string>; words?: Record<Language, string> | undefined },
): string {
  return capital(fill((words ?? defaultTexts(event).app)[language], values))
}

function shown({ id, event, data, createdAt, readAt }: rows.NewsRow, side: Side, language: Language): NewsItem {
  const values = data[language]
  return {
    ...{
      _id: id,
      kind: kindOf[event],
      text: newsText(event, language, { values, words: data.words }),
      href: placeOf(event, side, values),
    },
    ...{ at: createdAt.toISOString(), isRead: readAt !== null },
  }
}

/** How many news the viewer has not read, up to a hundred. */
export const unreadFor = (db: Kysely<DB>, viewer: Viewer): Promise<number> => rows.unreadNews(db, readerOf(viewer))

type Page = { cursor?: string | undefined; limit: number; language: Language }

/** What the viewer was told in the role it has now. */
export async function newsFor({ db, cursors }: Pick<Context, 'db' | 'cursors'>, viewer: Viewer, page: Page) {
  const reader = readerOf(viewer)
  const list = `news:${reader.accountId}:${reader.side}`
  const before = page.cursor ? cursors.read<string>(list, page.cursor) : null
  const [found, unread] = await Promise.all([
    rows.newsOf(db, reader, before, page.limit + 1),
    rows.unreadNews(db, reader),
  ])
  const here = found.slice(0, page.limit)
  const last = here.at(-1)
  return {
    // An event may be gone from a newer version.
    data: here.filter(({ event }) => event in events).map((one) => shown(one, reader.side, page.language)),
    unread,
    nextCursor: found.length > here.length && last ? cursors.write(list, last.id) : null,
  }
}

/** Has open windows of the account ask how many are not read. */
export const tellNews = (db: Kysely<DB>, { accountId }: Pick<rows.Reader, 'accountId'>): Promise<void> =>
  tellLive(db, `account:${accountId}`, 'news-changed', {})

export async function openNews(db: Kysely<DB>, viewer: Viewer, id: string, language: Language): Promise<NewsItem> {
  const reader = readerOf(viewer)
  // Windows reload the list when they are told: told of nothing new, they would ask again and again.
  if (await rows.setRead(db, reader, id)) await tellNews(db, reader)
  const one = await rows.newsById(db, reader, id)
  if (!one || !(one.event in events)) throw new AppError('not-found')
  return shown(one, reader.side, language)
}

/** @returns how many are not read then */
export async function readAll(db: Kysely<DB>, viewer: Viewer, newest: string): Promise<number> {
  const reader = readerOf(viewer)
  if (await rows.setAllRead(db, reader, newest)) await tellNews(db, reader)
  return await rows.unreadNews(db, reader)
}
