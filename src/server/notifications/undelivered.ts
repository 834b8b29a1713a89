import type { AdminMessage } from '#contract/admin-messages.ts'
import type { Language } from '#contract/errors.ts'
import { type NotificationEvent, notificationEvents } from '#contract/notification-events.ts'
import type { Parts } from '#server/app.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { newsText } from './news.ts'
import * as rows from './undelivered-rows.ts'

/** Enough to know it by, and no more. */
const masked = (to: string) => (to.includes('@') ? to.replace(/^(.).*@/, '$1…@') : `…${to.slice(-4)}`)

const isEvent = (one: string): one is NotificationEvent => notificationEvents.some((event) => event === one)
/** Any value. */
const dots = new Proxy<Record<string, string>>({}, { get: () => '…' })

const shown = ({ to, writtenAt, dueAt, ...rest }: rows.Undelivered, language: Language): AdminMessage => ({
  ...rest,
  text: isEvent(rest.event) ? newsText(rest.event, language, dots) : '',
  to: masked(to),
  writtenAt: writtenAt.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
})

type Page = {
  state: 'given_up' | 'waiting'
  channel?: string | undefined
  cursor?: string | undefined
  limit: number
  language: Language
}

/** What people were not told, for any admin. */
export async function undelivered({ db, cursors }: Pick<Parts, 'db' | 'cursors'>, page: Page) {
  const { state, channel = null, limit } = page
  const list = `messages:${state}:${channel}`
  const before = page.cursor ? cursors.read<string>(list, page.cursor) : null
  const [found, counts, lastDay] = await Promise.all([
    rows.undelivered(db, { state, channel, before, limit: limit + 1 }),
    rows.countsOf(db, channel),
    rows.lastDay(db),
  ])
  const here = found.slice(0, limit)
  const last = here.at(-1)
  const nextCursor = found.length > here.length && last ? cursors.write(list, last._id) : null
  return { data: here.map((one) => shown(one, page.language)), nextCursor, counts, lastDay }
}

/** Has a message tried again at once. One that was sent meanwhile stays sent. */
export async function tryAgain(
  { db, queue }: Pick<Parts, 'db' | 'queue'>,
  viewer: Viewer,
  asked: { id: string; language: Language },
) {
  const { id, language } = asked
  return await transaction(db, async (tx) => {
    const before = await rows.lockMessage(tx, id)
    if (!before) throw new AppError('not-found')
    if (before.state === 'sent') return shown(before, language)
    if (!before.canRetry) throw new AppError('message-too-late')
    const { event, channel, trouble, tries } = before
    await writeAudit(tx, viewer, 'message.again', { kind: 'message', id, detail: { event, channel, trouble, tries } })
    await queue.send(tx, 'messages.send', {})
    return shown((await rows.setAgain(tx, id)) ?? before, language)
  })
}
