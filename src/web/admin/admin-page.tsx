import { experiences } from '#contract/catalogue.ts'
import { adminMentors } from '#contract/verification.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi } from '../api.ts'
import { experienceText } from '../mentors/card.server.ts'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { formatDay } from '../ui/dates.tsx'
import type { Route } from './+types/admin-page.ts'
import { ageWords, rowOf } from './mentor-words.server.ts'
import { useFigures } from './overview-frame.tsx'
import { Charts, Cities, RangePicker } from './overview-panels.tsx'
import { recentCases, recentSessions } from './recent.server.ts'
import { IssuesPanel, SessionsPanel } from './recent-panels.tsx'
import { VerificationPanel } from './verification-panel.tsx'

const shownRows = 4
/** An application may not say it. */
function experienceOf(given: string): string {
  const known = experiences.find((one) => one === given)
  return known ? experienceText(known) : ''
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const [{ data, counts }, sessions, cases] = await Promise.all([
    readApi(context, adminMentors, { query: { status: 'pending', limit: shownRows } }),
    recentSessions(context),
    recentCases(context),
  ])
  const { oldest, pending, recheck } = counts
  return {
    requests: {
      rows: data.map((row) => ({
        ...rowOf(row, placeNames),
        submitted: formatDay(row.submittedAt),
        experience: experienceOf(row.experience),
      })),
      recheck,
      oldest: oldest && m.admin_waiting_oldest({ count: pending, age: ageWords(oldest) }),
      canDecide: viewer.name !== 'support',
    },
    sessions,
    cases,
  }
}

export function meta() {
  return [{ title: `${m.admin_title()} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

/** What waits and what happened last, then the figures over time and by city. */
export default function AdminPage({ loaderData: { requests, sessions, cases } }: Route.ComponentProps) {
  const figures = useFigures()
  return (
    <>
      <VerificationPanel {...requests} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        <SessionsPanel rows={sessions} />
        <IssuesPanel rows={cases} />
      </div>
      <section aria-labelledby="over-time" className="mt-8">
        <h2 id="over-time" className="text-h3">
          {m.admin_over_time()}
        </h2>
        <RangePicker {...figures} />
        <Charts charts={figures.charts} />
        <Cities cities={figures.cities} />
      </section>
    </>
  )
}
