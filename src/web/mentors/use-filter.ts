import { startTransition, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Draft, filterParams } from './filter-address.ts'

/** Long enough not to ask for every letter or step of a slider. */
const typingMs = 400

export type Filter = { draft: Draft; change: Change; revision: number }
export type Change = (patch: Partial<Draft>, typing?: boolean) => void

const addressOf = (draft: Draft) => filterParams(draft).toString()

/**
 * The choice in the controls. A change goes into the address, which loads the list; the address in turn (back button,
 * Reset, a chip) goes into the controls. `revision` counts the changes that came from the address.
 */
export function useFilter(loaded: Draft): Filter {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(loaded)
  const [revision, setRevision] = useState(0)
  const [givenUp, setGivenUp] = useState(0)
  const latest = useRef(loaded)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  /** Addresses the controls asked for, until their page is shown: it says nothing new, however late it comes. */
  const asked = useRef<string[]>([])

  const go = async (replace: boolean) => {
    timer.current = null
    const search = addressOf(latest.current)
    // A choice made in the moment the scripts start is heard twice; asked for again, it would stop the first question.
    if (asked.current.at(-1) === search) return
    asked.current.push(search)
    await navigate({ search: search && `?${search}` }, { replace, preventScrollReset: true })
    const isLast = asked.current.at(-1) === search
    // Something else came in between: the controls show what the page shows.
    if (isLast && window.location.search.slice(1) !== search) startTransition(() => setGivenUp((now) => now + 1))
  }
  const change: Change = (patch, typing = false) => {
    latest.current = { ...latest.current, ...patch }
    setDraft(latest.current)
    if (timer.current) clearTimeout(timer.current)
    if (typing) timer.current = setTimeout(go, typingMs, true)
    else go(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was given up counts like another page
  useEffect(() => {
    const place = asked.current.lastIndexOf(addressOf(loaded))
    if (place >= 0) asked.current.splice(0, place + 1)
    // Somebody is still typing: that wins.
    if (place >= 0 || timer.current || addressOf(latest.current) === addressOf(loaded)) return
    asked.current = []
    latest.current = loaded
    setDraft(loaded)
    setRevision((now) => now + 1)
  }, [loaded, givenUp])
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  return { draft, change, revision }
}
