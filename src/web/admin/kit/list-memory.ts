import { useMemo } from 'react'
import { useDeviceMemory } from './device-memory.ts'

/** A saved filter and order of a list; `query` is the part of the URL after "?". */
type SavedView = { name: string; query: string }
/** What this device keeps of one list: the columns it does not show (null: never chosen), and its views. */
type ListMemory = { hidden: readonly string[] | null; views: readonly SavedView[] }

/** One for all records of a kind. */
const keyOf = (path: string) => `admin-list:${path.replace(/[0-9a-f-]{36}/, 'id')}`
function parse(text: string): ListMemory {
  try {
    const { hidden, views } = JSON.parse(text) as Record<string, unknown> // checked below
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((one) => typeof one === 'string') : null,
      views: Array.isArray(views)
        ? views.filter((one): one is SavedView => typeof one?.name === 'string' && typeof one.query === 'string')
        : [],
    }
  } catch {
    return { hidden: null, views: [] }
  }
}

/** What this device keeps of the list at `path`, and how to change it. Empty on the server and until hydration. */
export function useListMemory(path: string): [ListMemory, (change: Partial<ListMemory>) => void] {
  const [text, set] = useDeviceMemory(keyOf(path))
  const memory = useMemo(() => parse(text), [text])
  const change = (part: Partial<ListMemory>) => set(JSON.stringify({ ...memory, ...part }))
  return [memory, change]
}
