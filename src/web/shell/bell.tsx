import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Viewer } from '../viewer.ts'
import { useUnread } from './unread-count.tsx'

const most = 99

/** Link to the notifications with the number of unread ones. */
export function Bell({ viewer }: { viewer: Viewer }) {
  const unread = useUnread('news', viewer.unread)
  const count = unread > most ? `${most}+` : unread
  return (
    <LocalLink to="/news" aria-label={m.shell_news({ count })} className="nav-link bell -mr-2 lg:mr-0">
      <Icon name="bell" size={24} />
      {unread > 0 && <b className="count">{count}</b>}
    </LocalLink>
  )
}
