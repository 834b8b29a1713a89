import { useSyncExternalStore } from 'react'
import { m } from '#messages'
import { useSite } from './site-state.ts'

type What = 'chat' | 'news'
// Known after this window connected; until then the page's number applies.
const known: Partial<Record<What, number | null>> = {}
const listeners = new Set<() => void>()

/** Sets the number of unread messages or notifications; null after a logout. */
export function setUnread(what: What, count: number | null): void {
  known[what] = count
  for (const tell of listeners) tell()
}

const listen = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Current number; `first` is the page's. */
export const useUnread = (what: What, first: number): number =>
  useSyncExternalStore(
    listen,
    () => known[what] ?? first,
    () => first,
  )

/** Number of unread messages beside their label. */
export function UnreadCount() {
  const count = useUnread('chat', useSite().unread)
  return count > 0 ? (
    <span className="count" aria-label={m.shell_unread({ count })} role="img">
      {count > 99 ? '99+' : count}
    </span>
  ) : null
}
