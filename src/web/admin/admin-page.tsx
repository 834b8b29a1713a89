import { Form } from 'react-router'
import { adminMentors } from '#contract/verification.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatNumber } from '../ui/money.tsx'
import type { Route } from './+types/admin-page.ts'
import { CheckSigns, MentorName } from './mentor-table.tsx'
import { ageWords, rowOf, type ShownRow } from './mentor-words.server.ts'
import { readOverview } from './overview.server.ts'
import { Charts, Cities, RangePicker, StatCards } from './overview-panels.tsx'

const shownRows = 5

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url, '/admin/login')
  await knownAreas(context)
  const [{ data, counts }, figures] = await Promise.all([
    readApi(context, adminMentors, { query: { status: 'pending', limit: shownRows } }),
    readOverview(context, url),
  ])
  const { oldest } = counts
  return {
    figures,
    rows: data.map((row) => rowOf(row, placeNames)),
    waiting: counts.pending,
    recheck: counts.recheck,
    oldest: oldest ? m.admin_waiting_oldest({ count: counts.pending, age: ageWords(oldest) }) : null,
    canDecide: viewer.name !== 'support',
  }
}

export function meta() {
  return [{ title: `${m.admin_title()} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

/** The figures of the marketplace, and the first of what waits. */
export default function AdminPage({ loaderData }: Route.ComponentProps) {
  const { figures, rows, oldest, recheck, canDecide } = loaderData
  return (
    <>
      <h1 className="sr-only">{m.admin_nav_overview()}</h1>
      <StatCards cards={figures.cards} />
      <RangePicker {...figures} />
      <Charts charts={figures.charts} />
      <Cities cities={figures.cities} />
      <section className="card mt-6" aria-labelledby="requests">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id="requests" className="text-h3">
            {m.admin_requests()}
          </h2>
          {oldest && <Badge kind="awaiting">{oldest}</Badge>}
          <span className="grow" />
          {recheck > 0 && (
            <LocalLink to="/admin/mentors?status=recheck" className="text-link inline-flex min-h-11 items-center">
              {m.admin_recheck()} ({formatNumber(recheck)})
            </LocalLink>
          )}
          <LocalLink to="/admin/mentors" className="text-link inline-flex min-h-11 items-center">
            {m.admin_view_all()}
          </LocalLink>
        </div>
        {rows.length === 0 ? (
          <EmptyState heading="h2" title={m.admin_requests_none()} text={m.admin_requests_none_text()} />
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <Request key={row.id} row={row} canDecide={canDecide} />
            ))}
          </ul>
        )}
        {rows.length > 0 && <p className="border-t border-line pt-3 text-small text-muted">{m.admin_verify_opens()}</p>}
      </section>
      <p className="mt-6">
        <LocalLink to="/call-admin" className="text-link">
          {m.admin_calls()}
        </LocalLink>
      </p>
    </>
  )
}

function Request({ row, canDecide }: { row: ShownRow; canDecide: boolean }) {
  const named = (action: string) => m.admin_for({ action, name: row.name })
  const at = `/admin/mentors/${row.id}`
  return (
    <li className="grid items-center gap-3 py-4 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto]">
      <MentorName row={row} />
      <div className="grid gap-1">
        <p className="text-small">
          {m.admin_col_submitted()} {row.submitted} <b className="text-ink">{row.age}</b>
        </p>
        <CheckSigns checks={row.checks} />
      </div>
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <ButtonLink to={`${at}#documents`} look="plain" aria-label={named(m.admin_view_documents())}>
          {m.admin_view_documents()}
        </ButtonLink>
        {canDecide && (
          <>
            <ButtonLink to={`${at}#decision`} look="plain" className="text-error!" aria-label={named(m.admin_reject())}>
              {m.admin_reject()}
            </ButtonLink>
            <Form method="post" action={localHref(at)}>
              <input type="hidden" name="intent" value="decide" />
              <input type="hidden" name="version" value={row.version} />
              <input type="hidden" name="plain" value="1" />
              <Button
                type="submit"
                name="decision"
                value="verify"
                disabled={!row.canVerify}
                aria-label={named(m.admin_verify())}
              >
                {m.admin_verify()}
              </Button>
            </Form>
          </>
        )}
      </div>
    </li>
  )
}
