import { useEffect } from 'react'
import { Outlet, useOutletContext, useRevalidator } from 'react-router'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { useSite } from '../../shell/site-state.ts'
import { Notice } from '../../ui/error-state.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { OverviewTabs } from '../kit/section-tabs.tsx'
import type { Route } from './+types/overview-frame.ts'
import { readDueRows } from './due.server.ts'
import { DuePanel } from './due-panel.tsx'
import { readOverview } from './overview.server.ts'
import { StatCards } from './overview-panels.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await requireViewer(context, url, '/admin/login')
  const [overview, due] = await Promise.all([readOverview(context, url), readDueRows(context)])
  return { ...overview, due }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

const pollMs = 2_000
/** Counting takes a few seconds; whoever still waits then reloads the page. */
const maxPolls = 60

/** What is urgent and the main figures, above the four views of the overview. */
export default function OverviewFrame({ loaderData }: Route.ComponentProps) {
  const { path } = useSite()
  const { revalidate } = useRevalidator()
  const { isCounting } = loaderData
  useEffect(() => {
    if (!isCounting) return
    let left = maxPolls
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && left-- > 0) void revalidate()
    }, pollMs)
    return () => clearInterval(timer)
  }, [isCounting, revalidate])
  return (
    <>
      <h1 className="sr-only">{m.admin_nav_overview()}</h1>
      {path === '/admin' && <DuePanel due={loaderData.due} />}
      {loaderData.missing && (
        <Notice tone="bad">
          {loaderData.missing}{' '}
          <LocalLink to="/admin/settings" className="text-link">
            {m.admin_office_set()}
          </LocalLink>
        </Notice>
      )}
      <StatCards cards={loaderData.cards} isCounting={isCounting} />
      <OverviewTabs />
      <Outlet context={loaderData} />
    </>
  )
}

/** The overview's data for the view below the tabs. */
export const useFigures = () => useOutletContext<Route.ComponentProps['loaderData']>()
