import { Outlet } from 'react-router'
import { m } from '#messages'
import { ToastProvider } from '../ui/toast.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useSite } from './site-state.ts'
import { TabBar } from './tab-bar.tsx'

/** Header, page, footer. A route layout, so that moving between pages keeps it. */
export default function SiteFrame() {
  const { viewer } = useSite()
  return (
    <ToastProvider>
      <a href="#content" className="skip-link">
        {m.shell_skip()}
      </a>
      <Header />
      <div id="content" tabIndex={-1} className="site-content">
        <Outlet />
      </div>
      <Footer />
      {viewer && <TabBar viewer={viewer} />}
    </ToastProvider>
  )
}
