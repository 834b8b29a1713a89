import { useCallback, useSyncExternalStore } from 'react'
import { mentorLinkMost } from '#contract/limits.ts'

const place = 'picked-mentors'
const none: readonly string[] = []
const listeners = new Set<() => void>()
let kept: readonly string[] | undefined

/** What this window's storage has; anything else there is as good as nothing. */
function read(): readonly string[] {
  if (kept) return kept
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    kept = Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : none
  } catch {
    kept = none
  }
  return kept
}
function write(ids: readonly string[]): void {
  kept = ids
  try {
    sessionStorage.setItem(place, JSON.stringify(ids))
  } catch {
    // Without storage they are kept until the page is loaded anew.
  }
  for (const tell of listeners) tell()
}
const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** The mentors that are ticked, kept in this window while its lists are paged and filtered. */
export function usePicked() {
  const ids = useSyncExternalStore(subscribe, read, () => none)
  const pick = useCallback((some: readonly string[], isPicked: boolean) => {
    const others = read().filter((id) => !some.includes(id))
    write(isPicked ? [...others, ...some].slice(0, mentorLinkMost) : others)
  }, [])
  return { ids, pick, clear: () => write(none) }
}
