import { m } from '#messages'
import { useUnread } from '../unread.ts'
import { useSite } from './site-state.ts'

/** How many messages wait, beside the word for them. */
export function UnreadCount() {
  const count = useUnread('chat', useSite().unread)
  return count > 0 ? (
    <span className="count" aria-label={m.shell_unread({ count })} role="img">
      {count > 99 ? '99+' : count}
    </span>
  ) : null
}
