import { useSyncExternalStore } from 'react'
import { maxMentorsPerLink } from '#contract/mentors/limits.ts'

const key = 'picked-mentors'
const listeners = new Set<() => void>()
const read = () => sessionStorage.getItem(key) ?? ''
function write(ids: readonly string[]): void {
  sessionStorage.setItem(key, ids.join(','))
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function pick(ids: readonly string[], isPicked: boolean): void {
  const others = read()
    .split(',')
    .filter((id) => id !== '' && !ids.includes(id))
  write(isPicked ? [...others, ...ids].slice(0, maxMentorsPerLink) : others)
}

export const clearSelection = () => write([])

/** The selected mentors, kept in this tab while its lists are paged and filtered. */
export function useSelectedMentors() {
  const ids = useSyncExternalStore(subscribe, read, () => '')
  return { ids: ids === '' ? [] : ids.split(','), pick }
}
