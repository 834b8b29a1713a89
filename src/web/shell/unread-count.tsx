import { useSyncExternalStore } from 'react'
import { m } from '#messages'
import { useSite } from './site-state.ts'

type What = 'chat' | 'news'
// Known only once this window is connected; until then the page says it.
const known: Partial<Record<What, number | null>> = {}
const listeners = new Set<() => void>()

/** Notes how many messages, or news, wait; null when nobody is logged in any more. */
export function setUnread(what: What, count: number | null): void {
  known[what] = count
  for (const tell of listeners) tell()
}

const listen = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** How many wait, now; `first` is what the page came with. */
export const useUnread = (what: What, first: number): number =>
  useSyncExternalStore(
    listen,
    () => known[what] ?? first,
    () => first,
  )

/** How many messages wait, beside the word for them. */
export function UnreadCount() {
  const count = useUnread('chat', useSite().unread)
  return count > 0 ? (
    <span className="count" aria-label={m.shell_unread({ count })} role="img">
      {count > 99 ? '99+' : count}
    </span>
  ) : null
}
