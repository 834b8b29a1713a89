import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { dropAttendance, type KeptAttendance, keepAttendance, keptOf, onKept } from '../kit/kept-attendance.ts'
import { sendKept } from './send-attendance.ts'

/** Retry interval when no `online` event arrives. */
const againMs = 30_000

/** Attendance a mentor stored on this device, sent automatically once the device is online. */
export function useKeptAttendance(mentor: string) {
  const [kept, setKept] = useState<readonly KeptAttendance[]>([])
  const { revalidate } = useRevalidator()
  const read = useEffectEvent(() => {
    // Storage may be blocked; nothing is stored then.
    keptOf(mentor).then(setKept, () => undefined)
  })
  const send = useEffectEvent(async () => {
    if (!navigator.onLine) return
    const isTaken = await sendKept(mentor).catch(() => false)
    if (!isTaken) return
    // The reloaded page replaces the cached one, so its notice goes.
    document.querySelector('.kept-note')?.remove()
    await revalidate()
  })
  const waits = kept.some(({ state }) => state === 'saved')

  useEffect(() => {
    dropSent(mentor).then(read, () => undefined)
    return onKept(read)
  }, [mentor])
  useEffect(() => {
    if (!waits) return
    const sendNow = () => void send()
    sendNow()
    addEventListener('online', sendNow)
    const timer = setInterval(sendNow, againMs)
    return () => {
      removeEventListener('online', sendNow)
      clearInterval(timer)
    }
  }, [waits])

  const sendAgain = useCallback(
    // A new key, because the old one replays the refusal. A lesson that was not over then may be over now.
    (one: KeptAttendance) =>
      void keepAttendance({ ...one, key: crypto.randomUUID(), savedAt: new Date().toISOString(), state: 'saved' }),
    [],
  )
  return { kept, sendAgain, drop: (one: KeptAttendance) => void dropAttendance(one.lesson) }
}

/** Sent entries were shown on the previous page. */
async function dropSent(mentor: string): Promise<void> {
  for (const one of await keptOf(mentor)) if (one.state === 'sent') await dropAttendance(one.lesson)
}
