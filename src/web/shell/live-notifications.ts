import { useEffect, useRef } from 'react'
import { useLive } from '../realtime.ts'
import { setUnread } from './unread-count.tsx'

const pauseMs = 250

/** Keeps the number of unread news true; `first` is what the page came with, and a page that came later knows better. */
export function useLiveNotifications(first: number): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isNew = useRef(true)
  const ask = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(async () => {
      const reply = await fetch('/api/session').catch(() => null)
      const body: { data: { unread: number } | null } | null = reply?.ok ? await reply.json() : null
      if (body?.data) setUnread('news', body.data.unread)
    }, pauseMs)
  }
  useLive(true, 'news-changed', ask, () => {
    // What was told while the connection was lost is only found by asking; at the first one the page has just come.
    if (!isNew.current) ask()
    isNew.current = false
  })
  useEffect(() => setUnread('news', first), [first])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      setUnread('news', null)
    },
    [],
  )
}
