import type { ReactNode } from 'react'
import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { LocalLink } from '../ui/link.tsx'
import type { Viewer } from '../viewer.ts'
import { dashboardPath, useSite } from './site-state.ts'
import { UnreadCount } from './unread-count.tsx'

/** Navigation for logged-in users on phones. */
export function TabBar({ viewer: { userType } }: { viewer: Viewer }) {
  const { path, search } = useSite()
  const home = dashboardPath(userType)
  const money = userType === 'mentor' ? 'earnings' : 'payments'
  const isMoney = search.includes(`tab=${money}`)
  const link = (to: string, icon: IconName, label: ReactNode, isHere: boolean) => (
    <LocalLink to={to} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} size={24} />
      {label}
    </LocalLink>
  )
  return (
    <nav aria-label={m.shell_tab_bar()} className="tab-bar">
      {link(home, 'house', m.shell_home(), path === home && !isMoney)}
      {userType === 'admin' ? (
        link('/mentors', 'search', m.shell_find_tutors(), path.startsWith('/mentors'))
      ) : (
        <>
          {link('/dashboard/calendar', 'calendar-days', m.shell_classes(), path === '/dashboard/calendar')}
          {link(
            '/chat',
            'message-circle',
            <>
              {m.shell_messages()}
              <UnreadCount />
            </>,
            path.startsWith('/chat'),
          )}
          {link(
            `${home}?tab=${money}`,
            'indian-rupee',
            userType === 'mentor' ? m.shell_earnings() : m.shell_payments(),
            path === home && isMoney,
          )}
        </>
      )}
      <button type="button" popoverTarget="site-menu">
        <Icon name="menu" size={24} />
        {m.shell_more()}
      </button>
    </nav>
  )
}
