import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { maxMentorsPerLink } from '#contract/mentors/limits.ts'

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
    write(isPicked ? [...others, ...some].slice(0, maxMentorsPerLink) : others)
  }, [])
  return { ids, pick }
}

const changePlace = 'picked-for'
type PickedFor = { change: string; ids: readonly string[] }

/**
 * Takes the ticks away of which a change was made, once it was applied: those that came later, and all of a change that was
 * not, stay. `isNew`: the change was made of what is ticked now.
 */
export function useSpentTicks(change: string, { isNew, isApplied }: { isNew: boolean; isApplied: boolean }): void {
  useEffect(() => {
    try {
      const found: PickedFor | null = JSON.parse(sessionStorage.getItem(changePlace) ?? 'null')
      if (isNew && !isApplied && found?.change !== change) {
        sessionStorage.setItem(changePlace, JSON.stringify({ change, ids: read() }))
      }
      if (!isApplied || found?.change !== change) return
      sessionStorage.removeItem(changePlace)
      write(read().filter((id) => !found.ids.includes(id)))
    } catch {
      // Without storage they stay.
    }
  }, [change, isNew, isApplied])
}
