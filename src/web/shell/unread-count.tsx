import { useSyncExternalStore } from 'react'
import { m } from '#messages'
import { useSite } from './site-state.ts'

// Known only once this window is connected; until then the page says it.
let known: number | null = null
const listeners = new Set<() => void>()

/** Notes how many messages wait; null when nobody is logged in any more. */
export function setUnread(count: number | null): void {
  known = count
  for (const tell of listeners) tell()
}

const listen = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** How many messages wait, now. */
export function useUnread(): number {
  const { unread } = useSite()
  return useSyncExternalStore(
    listen,
    () => known ?? unread,
    () => unread,
  )
}

/** The same beside the word for them. */
export function UnreadCount() {
  const count = useUnread()
  return count > 0 ? (
    <span className="count" aria-label={m.shell_unread({ count })} role="img">
      {count > 99 ? '99+' : count}
    </span>
  ) : null
}
