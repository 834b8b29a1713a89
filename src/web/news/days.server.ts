import type { NewsItem } from '#contract/notifications/news.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { formatDate, formatDay } from '../ui/dates.tsx'

const dayMs = 86_400_000

/** News by its day in India, in words that are right now: made on the server, so that no phone's clock disagrees. */
export function daysOf(news: readonly NewsItem[], now: Date): { title: string; news: NewsItem[] }[] {
  const [today, yesterday] = [dateInIndia(now), dateInIndia(new Date(now.getTime() - dayMs))]
  const days = Map.groupBy(news, ({ at }) => dateInIndia(new Date(at)))
  return [...days].map(([date, ofDay]) => {
    const at = ofDay[0]?.at ?? now
    const sameYear = date.slice(0, 4) === today.slice(0, 4)
    const title =
      date === today
        ? m.news_today()
        : date === yesterday
          ? m.news_yesterday()
          : sameYear
            ? formatDate(at)
            : formatDay(at, { year: true })
    return { title, news: ofDay }
  })
}
