import { redirect, useFetcher, useRevalidator } from 'react-router'
import { type InAppNotification, ownNotifications, readAllNotifications } from '#contract/notifications/in-app.ts'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { intentOf, readForm, sendForm } from '../form.server.ts'
import { localHref } from '../locale.ts'
import { useLive } from '../realtime.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import { LocalLink } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/news-page.ts'
import '../inner.css'
import { dateInIndia } from '#contract/wire/time.ts'
import { formatDay } from '../ui/dates.tsx'
import { type DatedNews, NewsDay } from './news-day.tsx'

const path = '/news'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  const cursor = ownNotifications.schema.querystring.shape.cursor.safeParse(
    url.searchParams.get('cursor') ?? undefined,
  ).data
  const { data, unread, nextCursor } = await readApi(context, ownNotifications, { query: { cursor } }).catch(
    (error: unknown) => {
      // The cursor belongs to another role or language.
      if (cursor) throw redirect(localHref(path))
      throw error
    },
  )
  return {
    days: groupByDay(data, new Date()),
    now: Date.now(),
    unread,
    newest: cursor ? null : (data[0]?._id ?? null),
    isFirst: cursor === undefined,
    next: nextCursor && `${path}?${new URLSearchParams({ cursor: nextCursor })}`,
    canChoose: viewer.userType !== 'admin',
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form)
  const reply = await sendForm(context, readAllNotifications, form)
  return { problem: reply.ok ? null : reply.error.message }
}

export function meta() {
  return [{ title: `${m.news_title()} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

/** Notifications by day, each linking to its page. */
export default function NewsPage({ loaderData }: Route.ComponentProps) {
  const { days, now, unread, newest, isFirst, next, canChoose } = loaderData
  const fetcher = useFetcher<typeof action>()
  const { revalidate } = useRevalidator()
  useLive(true, 'news-changed', () => void revalidate())
  const choose = canChoose && (
    <LocalLink to="/dashboard/settings?tab=messages" className="text-link inline-flex min-h-11 items-center">
      {m.news_choose()}
    </LocalLink>
  )
  return (
    <main className="page-width pb-12">
      <PageHeading
        title={m.news_title()}
        actions={
          unread > 0 &&
          newest && (
            <fetcher.Form method="post">
              <input type="hidden" name="newest" value={newest} />
              <button type="submit" className="text-link -my-2 min-h-11" aria-busy={fetcher.state !== 'idle'}>
                {m.news_read_all()}
              </button>
            </fetcher.Form>
          )
        }
      />
      {days.length > 0 && <p className="-mt-4 mb-5 text-muted">{m.news_lead()}</p>}
      {fetcher.data?.problem && <Notice tone="bad">{fetcher.data.problem}</Notice>}
      {days.length === 0 ? (
        <EmptyState title={m.news_none()} text={m.news_none_text()} action={choose} />
      ) : (
        <div className="card divide-y divide-line overflow-hidden p-0!">
          {days.map((day) => (
            <NewsDay key={day.title} {...day} now={now} />
          ))}
        </div>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-4">
        {!isFirst && (
          <ButtonLink to={path} look="outline">
            {m.news_newest()}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink to={next} look="outline">
            {m.news_older()}
          </ButtonLink>
        )}
        {days.length > 0 && choose}
      </div>
    </main>
  )
}

const dayMs = 86_400_000

/** Groups notifications by day in India. Computed on the server, so that the device's clock does not matter. */
function groupByDay(news: readonly InAppNotification[], now: Date): { title: string; news: DatedNews[] }[] {
  const today = dateInIndia(now)
  const yesterday = dateInIndia(new Date(now.getTime() - dayMs))
  const dated = news.map((one) => {
    const date = dateInIndia(new Date(one.at))
    return date === today
      ? { ...one, title: m.news_today(), day: '' }
      : date === yesterday
        ? { ...one, title: m.news_yesterday(), day: '' }
        : { ...one, title: m.news_earlier(), day: formatDay(one.at, { year: date.slice(0, 4) !== today.slice(0, 4) }) }
  })
  return [...Map.groupBy(dated, ({ title }) => title)].map(([title, news]) => ({ title, news }))
}
