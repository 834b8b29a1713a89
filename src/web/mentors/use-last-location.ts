import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Draft, filterParams, locationParams, withLocation } from './filter-address.ts'
import { geolocationPermission } from './permission.ts'

const storageKey = 'lastPlace'
const noticeKey = 'positionSaid'

/** Storage access that returns null where the browser blocks storage. */
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
 * Starts a list without a place at the last place used on this device, or at its position if the permission was already
 * granted. Stores the selected place, also when it is cleared. @returns why the position was unavailable, once per
 * visit
 */
export function useLastLocation(draft: Draft): string | null {
  const navigate = useNavigate()
  const [notice, setNotice] = useState<string | null>(null)
  const place = locationParams(draft)
  const before = useRef<string | null>(null)
  const latest = useRef(draft)
  latest.current = draft

  const begin = async (location: string) => {
    const search = filterParams(withLocation(latest.current, location)).toString()
    await navigate({ search: `?${search}` }, { replace: true, preventScrollReset: true })
  }
  const detect = async (instead: string) => {
    // Loaded on demand, because few visitors share their position.
    if ((await geolocationPermission())?.state !== 'granted') return
    const { readPosition } = await import('./position.ts')
    const found = await readPosition()
    if ('problem' in found) {
      const once = store('sessionStorage', noticeKey)
      if (!once.read()) setNotice(found.problem)
      once.write('1')
    } else if (locationParams(latest.current) === instead && found.place !== instead) await begin(found.place)
  }
  const arrive = useEffectEvent(() => {
    // A name or a radius is searched everywhere.
    if (place || draft.q || draft.within) return
    const stored = store('localStorage', storageKey).read() ?? ''
    if (stored) begin(stored)
    // A selected place takes precedence over the device's position.
    if (!stored || stored.startsWith('lat=')) detect(stored)
  })
  useEffect(() => arrive(), [])

  useEffect(() => {
    if (before.current !== null && before.current !== place) store('localStorage', storageKey).write(place)
    before.current = place
  }, [place])
  return notice
}
