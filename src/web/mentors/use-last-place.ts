import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Draft, filterParams, locationParams, withLocation } from './filter-address.ts'
import { geolocationPermission } from './permission.ts'

const storageKey = 'lastPlace'
const noticeKey = 'positionSaid'

/** A browser that keeps nothing has no last place. */
function store(of: 'localStorage' | 'sessionStorage', name: string) {
  const tried = <T>(work: (storage: Storage) => T): T | null => {
    try {
      return work(window[of])
    } catch {
      return null
    }
  }
  return {
    read: () => tried((storage) => storage.getItem(name)),
    write: (value: string) => tried((storage) => (value ? storage.setItem(name, value) : storage.removeItem(name))),
  }
}

/**
 * Begins a list without a place with the last one of this device, or where it is when it may tell; the choice of a place on the
 * page, and of none, is kept. Answers why a position could not be had: once in a visit, and the list stays.
 */
export function useLastLocation(draft: Draft): string | null {
  const navigate = useNavigate()
  const [said, setSaid] = useState<string | null>(null)
  const place = locationParams(draft)
  const before = useRef<string | null>(null)
  const latest = useRef(draft)
  latest.current = draft

  const begin = async (with_: string) => {
    const search = filterParams(withLocation(latest.current, with_)).toString()
    await navigate({ search: `?${search}` }, { replace: true, preventScrollReset: true })
  }
  const detect = async (instead: string) => {
    // Most visitors never told us where they are: the rest is fetched for those who did.
    if ((await geolocationPermission())?.state !== 'granted') return
    const { readPosition } = await import('./position.ts')
    const found = await readPosition()
    if ('problem' in found) {
      const once = store('sessionStorage', noticeKey)
      if (!once.read()) setSaid(found.problem)
      once.write('1')
    } else if (locationParams(latest.current) === instead && found.place !== instead) await begin(found.place)
  }
  const arrive = useEffectEvent(() => {
    // A name, and kilometres, are looked for everywhere.
    if (place || draft.q || draft.within) return
    const kept = store('localStorage', storageKey).read() ?? ''
    if (kept) begin(kept)
    // Somebody who chose a place is asked for that one, wherever the phone is.
    if (!kept || kept.startsWith('lat=')) detect(kept)
  })
  useEffect(() => arrive(), [])

  useEffect(() => {
    if (before.current !== null && before.current !== place) store('localStorage', storageKey).write(place)
    before.current = place
  }, [place])
  return said
}
