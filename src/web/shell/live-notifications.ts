import { useEffect, useRef } from 'react'
import { useLive } from '../realtime.ts'
import { setUnread } from './unread-count.tsx'

const pauseMs = 250

/** Keeps the number of unread notifications current; `first` is the number of the page, and a newer page wins. */
export function useLiveNotifications(first: number): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(async () => {
      const reply = await fetch('/api/session').catch(() => null)
      const body: { data: { unread: number } | null } | null = reply?.ok ? await reply.json() : null
      if (body?.data) setUnread('news', body.data.unread)
    }, pauseMs)
  }
  // On connect too: notifications may have come since the page was rendered, or while the connection was lost.
  useLive(true, 'news-changed', ask, ask)
  useEffect(() => setUnread('news', first), [first])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      setUnread('news', null)
    },
    [],
  )
}
