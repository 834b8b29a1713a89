import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { m } from '#messages'
import { ErrorScreen } from '../error-screens.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useSite } from './site-state.ts'
import { TabBar } from './tab-bar.tsx'

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
  const { viewer, pathname } = useSite()
  const content = useRef<HTMLDivElement>(null)
  const seen = useRef(pathname)
  // Moves focus to the new page after navigation; the first load leaves it to the browser.
  useEffect(() => {
    if (seen.current !== pathname) content.current?.focus({ preventScroll: true })
    seen.current = pathname
  }, [pathname])
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <a href="#content" className="skip-link">
        {m.shell_skip()}
      </a>
      <div role="status" className={busy ? 'page-busy' : undefined}>
        {busy && <span className="sr-only">{m.shell_loading()}</span>}
      </div>
      <Header />
      <div id="content" ref={content} tabIndex={-1} className="site-content">
        {children}
      </div>
      <Footer />
      {viewer && <TabBar viewer={viewer} />}
      {viewer?._id && viewer.userType !== 'admin' && <Live key={viewer._id} me={viewer._id} news={viewer.unread} />}
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
