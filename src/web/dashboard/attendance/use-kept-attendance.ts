import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { dropAttendance, type KeptAttendance, keepAttendance, keptOf, onKept } from '../kit/kept-attendance.ts'
import { sendKept } from './send-attendance.ts'

/** Without a sign of the network, this often. */
const againMs = 30_000

/** What this phone keeps of a mentor's attendance. Sends it by itself as soon as the network is back. */
export function useKeptAttendance(mentor: string) {
  const [kept, setKept] = useState<readonly KeptAttendance[]>([])
  const { revalidate } = useRevalidator()
  const read = useEffectEvent(() => {
    // A browser that forbids storage keeps nothing.
    keptOf(mentor).then(setKept, () => undefined)
  })
  const send = useEffectEvent(async () => {
    if (!navigator.onLine) return
    const isTaken = await sendKept(mentor).catch(() => false)
    if (!isTaken) return
    // The page is read anew, so it is no kept one any more.
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
    // Under a new key: the old one would bring the same refusal back. It is said now, so a class that was not over then may be by now.
    (one: KeptAttendance) =>
      void keepAttendance({ ...one, key: crypto.randomUUID(), savedAt: new Date().toISOString(), state: 'saved' }),
    [],
  )
  return { kept, sendAgain, drop: (one: KeptAttendance) => void dropAttendance(one.lesson) }
}

/** What was sent was shown on the page before. */
async function dropSent(mentor: string): Promise<void> {
  for (const one of await keptOf(mentor)) if (one.state === 'sent') await dropAttendance(one.lesson)
}
