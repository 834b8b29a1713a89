import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { plainPath } from '../../locale.ts'
import { appLinks } from '../../shell/app-links.ts'

let lastPage = ''

/** Remembers the page shown last, for `useBackLink`. */
export function useLastPage(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    lastPage = plainPath(pathname)
  }, [pathname])
  useEffect(
    () => () => {
      lastPage = ''
    },
    [],
  )
}

/** Link back to the entry of the app that the reader came from, or else to `fallback`. */
export function useBackLink(side: 'family' | 'mentor', fallback: { to: string; label: string }) {
  const [from, setFrom] = useState('')
  useEffect(() => setFrom(lastPage), [])
  return appLinks(side === 'family' ? 'student' : side).find(({ to }) => to === from) ?? fallback
}
