import { useLocation } from 'react-router'
import { adminCities } from '#contract/admin/overview.ts'
import { adminMentors } from '#contract/mentors/verification-queue.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import { cityRow } from '../kit/city-columns.tsx'
import { ageText, rowOf } from '../kit/mentor-labels.server.ts'
import { uploadedDocuments } from '../mentors/mentor-data.server.ts'
import type { Route } from './+types/admin-page.ts'
import { moneyInTransit, rangeOf } from './overview.server.ts'
import { useFigures } from './overview-frame.tsx'
import { Charts, Cities, MoneyInTransit, RangePicker } from './overview-panels.tsx'
import { PhoneFold } from './phone-fold.tsx'
import { recentCases, recentSessions } from './recent.server.ts'
import { IssuesPanel, SessionsPanel } from './recent-panels.tsx'
import { readUsage } from './usage.server.ts'
import { UsagePanels } from './usage-panels.tsx'
import { VerificationPanel } from './verification-panel.tsx'

const shownRows = 4
const shownCities = 5

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url, '/admin/login')
  await knownAreas(context)
  const { from, to, days } = rangeOf(url)
  const [{ data, counts }, sessions, cases, cities, transit, usage] = await Promise.all([
    readApi(context, adminMentors, { query: { status: 'pending', phones: 'no', limit: shownRows } }),
    recentSessions(context),
    recentCases(context),
    readApi(context, adminCities, { query: { from, to } }),
    moneyInTransit(context),
    readUsage(context, { from, to }, placeNames.city),
  ])
  const { oldest, pending, recheck } = counts
  return {
    requests: {
      rows: data.map((row) => ({
        ...rowOf(row, placeNames),
        city: placeNames.city(row.city),
        documents: uploadedDocuments(row.missing),
      })),
      recheck,
      waiting: m.admin_pending({ count: pending }),
      oldest: oldest && m.admin_waiting_oldest({ count: pending, age: ageText(oldest) }),
      canDecide: viewer.adminRole !== 'support',
    },
    sessions,
    cases,
    transit,
    usage,
    days,
    isCounted: cities.data.length > 0,
    cities: cities.data
      .filter(({ paid, bookings, sessions }) => paid + bookings + sessions > 0)
      .slice(0, shownCities)
      .map((row) => cityRow(row, placeNames.city)),
    citiesTo: `/admin/overview/cities?from=${from}&to=${to}`,
  }
}

export const meta = () => adminMeta(m.admin_nav_overview())

/** What waits, then trends and money in transit, recent sessions, families, hours and cities. */
export default function AdminPage({ loaderData }: Route.ComponentProps) {
  const { requests, sessions, cases, transit, usage, days, isCounted, cities, citiesTo } = loaderData
  const figures = useFigures()
  const { search } = useLocation()
  return (
    <>
      <VerificationPanel {...requests} />
      <IssuesPanel rows={cases} />
      <PhoneFold title={m.admin_over_time()} open={search !== ''}>
        <section aria-labelledby="over-time" className="sm:mt-8">
          <h2 id="over-time" className="text-h3">
            {m.admin_over_time()}
          </h2>
          <RangePicker {...figures} />
          <Charts charts={figures.charts} />
        </section>
      </PhoneFold>
      <PhoneFold title={m.admin_transit()}>
        <MoneyInTransit sums={transit} />
      </PhoneFold>
      <PhoneFold title={m.admin_recent_sessions()}>
        <SessionsPanel rows={sessions} />
      </PhoneFold>
      <UsagePanels usage={usage} days={days} />
      {isCounted && (
        <PhoneFold title={m.admin_cities()}>
          <Cities cities={cities} to={citiesTo} />
        </PhoneFold>
      )}
    </>
  )
}
