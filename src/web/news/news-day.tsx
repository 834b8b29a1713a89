import type { InAppNotification } from '#contract/notifications/in-app.ts'
import { m } from '#messages'
import { formatDate, When } from '../ui/dates.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { LocalLink } from '../ui/link.tsx'
import { wholeNumbers } from '../ui/whole-numbers.tsx'
import { partsOf, wholeDates } from './parts-of.ts'

const icons: Record<InAppNotification['kind'], IconName> = {
  classes: 'calendar-days',
  chats: 'message-circle',
  bookings: 'book-open',
  payments: 'indian-rupee',
  reviews: 'star',
  support: 'headset',
  profile: 'badge-check',
  safety: 'shield-check',
}

/** `day` of the earlier ones; empty where the heading says it. */
export type DatedNews = InAppNotification & { day: string }

type Props = { title: string; news: readonly DatedNews[]; now: number }

/** Notifications under one heading, newest first, each in one line; unread ones have a bold title, a dot and, until its deadline, the rest of the text. */
export function NewsDay({ title, news, now }: Props) {
  return (
    <section aria-label={title}>
      <h2 className="px-4 pt-3 font-sans font-semibold text-muted text-small sm:px-5">{title}</h2>
      <ul className="divide-y divide-line">
        {news.map(({ _id, kind, text, student, answerBy, href, at, day, isRead }) => {
          const [title = '', rest = ''] = partsOf(text, formatDate(at).replace(/\s/g, ' ')).map(wholeDates)
          const isToConfirm = href.endsWith('#to-confirm')
          const isOver = answerBy !== null && Date.parse(answerBy) < now
          const isAsked = answerBy !== null && !isRead && !isOver
          return (
            <li key={_id}>
              <LocalLink
                to={`/news/${_id}`}
                className="flex min-h-11 gap-3 px-4 py-2.5 hover:bg-primary-soft sm:px-5 lg:py-4"
              >
                <span className={`relative h-6 flex-none ${isRead ? 'text-muted' : 'text-primary'}`}>
                  <Icon name={isToConfirm ? 'circle-check' : icons[kind]} size={22} />
                  {!isRead && (
                    <span className="absolute -top-1 -right-1 size-2.5 rounded-full border-2 border-surface bg-primary" />
                  )}
                </span>
                <span className="min-w-0 grow lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:items-baseline lg:gap-x-6">
                  <span className="block min-w-0">
                    <span className={`block wrap-anywhere ${isRead ? 'text-muted' : 'font-semibold text-ink'}`}>
                      {!isRead && <span className="sr-only">{m.news_unread()} </span>}
                      {wholeNumbers(title)}
                    </span>
                    {rest && !isRead && !isOver && (
                      <span className="block wrap-anywhere whitespace-pre-line text-small">{wholeNumbers(rest)}</span>
                    )}
                  </span>
                  <span className="block text-caption text-muted first-letter:uppercase sm:text-small lg:max-w-60 lg:text-right">
                    {student && `${student}, `}
                    {day || <When at={at} show="time" />}
                  </span>
                  {isAsked && (
                    <span className="btn btn-outline mt-3 min-h-11! px-4! text-[15px]! leading-5! lg:justify-self-start">
                      {(isToConfirm ? m.news_confirm_class : m.dash_answer)()}
                    </span>
                  )}
                </span>
                <Icon
                  name="chevron-right"
                  size={20}
                  className={`flex-none self-center text-muted ${isAsked ? 'invisible max-lg:hidden' : ''}`}
                />
              </LocalLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
