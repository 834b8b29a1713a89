import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { Outlet, useNavigation, useParams } from 'react-router'
import { m } from '#messages'
import { ErrorScreen } from '../error-screens.tsx'
import { appLinks, isAppPath } from './app-links.ts'
import { SideRail, TabBar, useNextPath } from './app-nav.tsx'
import type { AppSkeleton } from './app-skeleton.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useSite } from './site-state.ts'

const retryMs = 3_000

/** Header, page and footer as a route layout, which stays mounted between pages. */
export default function SiteFrame() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** A failed page keeps the header, menu and language link. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Frame>
      <ErrorScreen error={error} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { viewer, path, pathname } = useSite()
  const person = viewer && viewer.userType !== 'admin' ? viewer : null
  // The route of no page is the only one with a splat.
  const isMissing = '*' in useParams()
  const isApp = person !== null && (isMissing || isAppPath(path))
  const content = useRef<HTMLDivElement>(null)
  const seen = useRef(pathname)
  // Moves focus to the new page after navigation; the first load leaves it to the browser.
  useEffect(() => {
    if (seen.current !== pathname) content.current?.focus({ preventScroll: true })
    seen.current = pathname
  }, [pathname])
  const busy = useNavigation().state !== 'idle'
  const nextPath = useNextPath()
  // The shapes of pages are loaded after the first one.
  const [Shape, setShape] = useState<typeof AppSkeleton | null>(null)
  useEffect(() => {
    if (isApp)
      import('./app-skeleton.tsx').then(
        ({ AppSkeleton: Loaded }) => setShape(() => Loaded),
        () => {},
      )
  }, [isApp])
  // Another page of the app shows its shape at once.
  const next = isApp && nextPath !== path ? appLinks(person.userType).find(({ to }) => to === nextPath) : undefined
  const hasShape = next !== undefined || (isApp && nextPath !== path && nextPath.startsWith('/bookings/'))
  return (
    <>
      <a href="#content" className="skip-link">
        {m.shell_skip()}
      </a>
      <div role="status" className={busy ? 'page-busy' : undefined}>
        {busy && <span className="sr-only">{m.shell_loading()}</span>}
      </div>
      <Header isApp={isApp} />
      <div className="site-body" data-app={isApp || undefined}>
        {isApp && <SideRail viewer={person} />}
        <div id="content" ref={content} tabIndex={-1} className="site-content">
          {Shape && hasShape && <Shape path={nextPath} title={next?.label} />}
          {/* It stays mounted: it knows where the reader came from. */}
          <div hidden={Shape !== null && hasShape}>{children}</div>
        </div>
      </div>
      {!isApp && <Footer isShort={isMissing} />}
      {person && <TabBar viewer={person} />}
      {person?._id && <Live key={person._id} me={person._id} news={person.unread} />}
    </>
  )
}

type LiveProps = { me: string; news: number }

/** Loads live counts after the page; a failure to load them is ignored. */
function Live(props: LiveProps) {
  const [Part, setPart] = useState<ComponentType<LiveProps> | null>(null)
  useEffect(() => {
    let isOver = false
    const load = (): Promise<unknown> =>
      import('./live-unread.tsx').then(
        ({ LiveUnread }) => isOver || setPart(() => LiveUnread),
        () => isOver || setTimeout(load, retryMs),
      )
    load()
    return () => {
      isOver = true
    }
  }, [])
  return Part && <Part {...props} />
}
