import { useMemo, useSyncExternalStore } from 'react'

/** A saved filter and order of a list; `query` is the part of the URL after "?". */
export type SavedView = { name: string; query: string }
/** What this device keeps of one list: the columns it does not show, and its views. */
export type ListMemory = { hidden: readonly string[]; views: readonly SavedView[] }

const keyOf = (path: string) => `admin-list:${path}`
const changed = 'admin-list'

function subscribe(onChange: () => void) {
  window.addEventListener(changed, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(changed, onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** The stored text; empty where the browser blocks storage. */
function read(path: string): string {
  try {
    return localStorage.getItem(keyOf(path)) ?? ''
  } catch {
    return ''
  }
}

function parse(text: string): ListMemory {
  try {
    const { hidden, views } = JSON.parse(text) as Record<string, unknown> // checked below
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((one) => typeof one === 'string') : [],
      views: Array.isArray(views)
        ? views.filter((one): one is SavedView => typeof one?.name === 'string' && typeof one.query === 'string')
        : [],
    }
  } catch {
    return { hidden: [], views: [] }
  }
}

/** What this device keeps of the list at `path`, and how to change it. Empty on the server and until hydration. */
export function useListMemory(path: string): [ListMemory, (change: Partial<ListMemory>) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => read(path),
    () => '',
  )
  const memory = useMemo(() => parse(text), [text])
  const change = (part: Partial<ListMemory>) => {
    try {
      localStorage.setItem(keyOf(path), JSON.stringify({ ...memory, ...part }))
    } catch {
      // Storage is blocked or full: the list shows what the URL says.
    }
    window.dispatchEvent(new Event(changed))
  }
  return [memory, change]
}
