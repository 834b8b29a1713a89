import { startTransition, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Draft, filterParams } from './filter-address.ts'

/** Debounce for typing and slider steps. */
const typingMs = 400

export type Filter = { draft: Draft; change: Change; revision: number }
export type Change = (patch: Partial<Draft>, typing?: boolean) => void

const addressOf = (draft: Draft) => filterParams(draft).toString()

/**
 * State of the filter controls. A change navigates to its URL, which loads the list; other navigations (back button,
 * Reset, a chip) update the controls. `revision` counts those.
 */
export function useFilter(loaded: Draft): Filter {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(loaded)
  const [revision, setRevision] = useState(0)
  const [givenUp, setGivenUp] = useState(0)
  const latest = useRef(loaded)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  /** URLs requested by the controls and not shown yet: their arrival must not reset the controls. */
  const asked = useRef<string[]>([])

  const go = async (replace: boolean) => {
    timer.current = null
    const search = addressOf(latest.current)
    // During hydration a change event can fire twice; a second navigation would abort the first.
    if (asked.current.at(-1) === search) return
    asked.current.push(search)
    await navigate({ search: search && `?${search}` }, { replace, preventScrollReset: true })
    const isLast = asked.current.at(-1) === search
    // Another navigation intervened: the controls follow the page.
    if (isLast && window.location.search.slice(1) !== search) startTransition(() => setGivenUp((now) => now + 1))
  }
  const change: Change = (patch, typing = false) => {
    latest.current = { ...latest.current, ...patch }
    setDraft(latest.current)
    if (timer.current) clearTimeout(timer.current)
    if (typing) timer.current = setTimeout(go, typingMs, true)
    else go(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an abandoned navigation has to run it again
  useEffect(() => {
    const index = asked.current.lastIndexOf(addressOf(loaded))
    if (index >= 0) asked.current.splice(0, index + 1)
    // Pending typing takes precedence.
    if (index >= 0 || timer.current || addressOf(latest.current) === addressOf(loaded)) return
    asked.current = []
    latest.current = loaded
    setDraft(loaded)
    setRevision((now) => now + 1)
  }, [loaded, givenUp])
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  return { draft, change, revision }
}
