import { useEffect, useRef } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { caseCounts } from '#contract/admin-cases.ts'
import { adminMentors } from '#contract/verification.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi } from '../api.ts'
import { ErrorScreen } from '../error-screens.tsx'
import { useSite } from '../shell/site-state.ts'
import { ToastProvider } from '../ui/toast.tsx'
import type { Route } from './+types/admin-frame.ts'
import '../inner.css'
import './admin.css'
import { AdminHead } from './admin-head.tsx'
import { AdminSide } from './admin-side.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  const [{ counts }, cases] = await Promise.all([
    readApi(context, adminMentors, { query: { limit: 0 } }),
    readApi(context, caseCounts),
  ])
  return { role: viewer.name, waiting: { '/admin/mentors': counts.pending, '/admin/reports': cases.data.open } }
}

/** What every admin page stands in: the side column, the head, short messages. */
export default function AdminFrame({ loaderData: { role, waiting } }: Route.ComponentProps) {
  const { pathname } = useSite()
  const content = useRef<HTMLDivElement>(null)
  const seen = useRef(pathname)
  // As in the site's own frame: keyboard and screen reader go on where the next page begins.
  useEffect(() => {
    if (seen.current !== pathname) content.current?.focus({ preventScroll: true })
    seen.current = pathname
  }, [pathname])
  const busy = useNavigation().state !== 'idle'
  return (
    <ToastProvider>
      <a href="#content" className="skip-link">
        {m.shell_skip()}
      </a>
      <div role="status" className={busy ? 'page-busy' : undefined}>
        {busy && <span className="sr-only">{m.shell_loading()}</span>}
      </div>
      <div className="admin">
        <AdminSide waiting={waiting} />
        <AdminHead role={role} />
        <main id="content" ref={content} tabIndex={-1} className="admin-main">
          <Outlet />
        </main>
      </div>
    </ToastProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
