import { useNavigation } from 'react-router'
import { m } from '#messages'
import { plainPath } from '../locale.ts'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Viewer } from '../viewer.ts'
import { type AppLink, appLinks, currentLink } from './app-links.ts'
import { useSite } from './site-state.ts'
import { UnreadCount } from './unread-count.tsx'

type Props = { viewer: Viewer }

/** Path of the page that is shown, or that is on its way. */
export function useNextPath(): string {
  const { path } = useSite()
  const { location, formMethod } = useNavigation()
  return location && formMethod === undefined ? plainPath(location.pathname) : path
}

/** Navigation of the signed-in app on phones. */
export function TabBar({ viewer }: Props) {
  const links = appLinks(viewer.userType)
  const current = currentLink(links, useNextPath())
  // A page whose entry is in the rail only is reached through More.
  const shown = current?.isBarred === false ? links.at(-1) : current
  return (
    <nav aria-label={m.shell_tab_bar()} className="tab-bar">
      {links
        .filter(({ isBarred }) => isBarred)
        .map((link) => (
          <Entry key={link.to} link={link} isCurrent={link.to === shown?.to} />
        ))}
    </nav>
  )
}

/** The same on wide screens, with all entries. */
export function SideRail({ viewer }: Props) {
  const links = appLinks(viewer.userType)
  const current = currentLink(links, useNextPath())
  return (
    <nav aria-label={m.shell_app_menu()} className="side-rail">
      {links.map((link) => (
        <Entry key={link.to} link={link} isCurrent={link.to === current?.to} />
      ))}
    </nav>
  )
}

function Entry({ link: { to, icon, label }, isCurrent }: { link: AppLink; isCurrent: boolean }) {
  return (
    <LocalLink to={to} prefetch="intent" aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} size={24} />
      {label}
      {to === '/chat' && <UnreadCount />}
    </LocalLink>
  )
}
