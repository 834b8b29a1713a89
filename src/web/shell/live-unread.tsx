import { useEffect, useRef } from 'react'
import type { LiveReply } from '#contract/wire/live.ts'
import { liveSocket, useLive } from '../realtime.ts'
import { useLiveNotifications } from './live-notifications.ts'
import { useSite } from './site-state.ts'
import { setUnread, useUnread } from './unread-count.tsx'

const patienceMs = 10_000
// Groups a burst of messages into one request.
const pauseMs = 250
const marked = /^\(\d+\+?\) /

/** `news`: unread notifications when the page was rendered. */
type Props = { me: string; news: number }

/** Keeps the number of unread messages current, also in the tab's title. Loaded for logged-in users only. */
export function LiveUnread({ me, news }: Props) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The request also marks messages as delivered to this device.
  const ask = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(async () => {
      try {
        const socket = await liveSocket()
        const reply: LiveReply<{ unread: number }> = await socket.timeout(patienceMs).emitWithAck('heads', {})
        if (reply.ok) setUnread('chat', reply.data.unread)
      } catch {
        // `missed` runs on every connect.
      }
    }, pauseMs)
  }
  useLive(true, 'message-added', ({ sender }) => sender !== me && ask(), ask)
  useLive(true, 'message-state', ask)
  useLiveNotifications(news)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      setUnread('chat', null)
    },
    [],
  )

  const unread = useUnread('chat', useSite().unread)
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(marked, '')
      const title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${plain}` : plain
      if (document.title !== title) document.title = title
    }
    write()
    // Pages set their own titles.
    const watch = new MutationObserver(write)
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watch.disconnect()
  }, [unread])
  return null
}
