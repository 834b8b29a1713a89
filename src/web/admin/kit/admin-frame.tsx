import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { adminSelf } from '#contract/admin/admin-search.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { orFallback, readApi } from '../../api.ts'
import { ErrorScreen } from '../../error-screens.tsx'
import { useSite } from '../../shell/site-state.ts'
import { ToastProvider } from '../../ui/toast.tsx'
import type { Route } from './+types/admin-frame.ts'
import '../../inner.css'
import './admin.css'
import './list.css'
import { AdminFailure } from './admin-failure.tsx'
import { AdminHead } from './admin-head.tsx'
import { AdminSide } from './admin-side.tsx'
import { readLate } from './due-lists.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  const [{ data }, late] = await Promise.all([
    readApi(context, adminSelf),
    readLate(context).catch(orFallback(context, {})),
  ])
  return { ...data, waiting: { '/admin/mentors': data.waiting.mentors, '/admin/reports': data.waiting.cases }, late }
}

export { shouldRevalidate } from './row-panel.tsx'

/** Frame of every admin page: side menu, header, toasts. */
export default function AdminFrame({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <ErrorScreen error={error} />
  return (
    <Frame {...loaderData}>
      <AdminFailure error={error} />
    </Frame>
  )
}

type Props = Route.ComponentProps['loaderData'] & { children: ReactNode }

function Frame({ name, role, waiting, late, children }: Props) {
  const { pathname } = useSite()
  const content = useRef<HTMLDivElement>(null)
  const seen = useRef(pathname)
  // As in the public frame: focus moves to the start of the new page, or to the field it was opened for.
  useEffect(() => {
    const start = content.current?.querySelector<HTMLElement>('[data-first]') ?? content.current
    if (seen.current !== pathname) start?.focus({ preventScroll: true })
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
        <AdminSide role={role} waiting={waiting} late={late} />
        <AdminHead name={name} role={role} />
        <main id="content" ref={content} tabIndex={-1} className="admin-main">
          {children}
        </main>
      </div>
    </ToastProvider>
  )
}
