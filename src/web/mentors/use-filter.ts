import { startTransition, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Draft, filterParams } from './filter-address.ts'

/** Long enough not to ask for every letter or step of a slider. */
const typingMs = 400

export type Filter = { draft: Draft; change: Change; revision: number }
export type Change = (patch: Partial<Draft>, typing?: boolean) => void

/**
 * The choice in the controls. A change goes into the address, which loads the list; the address in turn (back button,
 * Reset, a chip) goes into the controls. `revision` counts the changes that came from the address.
 */
export function useFilter(loaded: Draft): Filter {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(loaded)
  const [revision, setRevision] = useState(0)
  const latest = useRef(loaded)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  /** Our last navigation by number, and the last one whose page is shown or given up. */
  const asked = useRef(0)
  const [settled, setSettled] = useState(0)
  const address = filterParams(loaded).toString()

  const go = async (replace: boolean) => {
    timer.current = null
    const number = ++asked.current
    const search = filterParams(latest.current).toString()
    await navigate({ search: search && `?${search}` }, { replace, preventScrollReset: true })
    // Not before the page it loaded, which React may still be drawing.
    startTransition(() => setSettled((last) => Math.max(last, number)))
  }
  const change: Change = (patch, typing = false) => {
    latest.current = { ...latest.current, ...patch }
    setDraft(latest.current)
    if (timer.current) clearTimeout(timer.current)
    if (typing) timer.current = setTimeout(go, typingMs, true)
    else go(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address counts, not another object
  useEffect(() => {
    // Somebody is still typing or has chosen more meanwhile: that wins.
    if (timer.current || settled < asked.current || filterParams(latest.current).toString() === address) return
    latest.current = loaded
    setDraft(loaded)
    setRevision((now) => now + 1)
  }, [address, settled])
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  return { draft, change, revision }
}
