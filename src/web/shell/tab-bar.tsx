import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Viewer } from '../viewer.ts'
import { dashboardPath, useSite } from './site-state.ts'

/** Phones of people who are logged in: the few places they go to all the time. */
export function TabBar({ viewer }: { viewer: Viewer }) {
  const { path } = useSite()
  const home = dashboardPath(viewer.userType)
  return (
    <nav aria-label={m.shell_tab_bar()} className="tab-bar">
      <LocalLink to={home} aria-current={path === home ? 'page' : undefined}>
        <Icon name="house" size={24} />
        {m.shell_home()}
      </LocalLink>
      <LocalLink to="/mentors" aria-current={path.startsWith('/mentors') ? 'page' : undefined}>
        <Icon name="search" size={24} />
        {m.shell_find_tutors()}
      </LocalLink>
      <button type="button" popoverTarget="site-menu">
        <Icon name="menu" size={24} />
        {m.shell_more()}
      </button>
    </nav>
  )
}
