import { useSyncExternalStore } from 'react'

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

/** How many messages wait, now; `first` is what the page came with. */
export const useUnread = (first: number): number =>
  useSyncExternalStore(
    listen,
    () => known ?? first,
    () => first,
  )
