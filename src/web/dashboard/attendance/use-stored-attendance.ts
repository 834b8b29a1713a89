import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  deleteAttendance,
  onStoreChange,
  type StoredAttendance,
  storeAttendance,
  storedAttendanceOf,
} from '../kit/attendance-store.ts'
import { sendStored } from './send-attendance.ts'

/** Retry interval when no `online` event arrives. */
const retryMs = 30_000

/** Attendance a mentor stored on this device, sent automatically once the device is online. */
export function useStoredAttendance(mentor: string) {
  const [stored, setStored] = useState<readonly StoredAttendance[]>([])
  const { revalidate } = useRevalidator()
  const read = useEffectEvent(() => {
    // If storage is blocked, nothing is stored.
    storedAttendanceOf(mentor).then(setStored, () => undefined)
  })
  const send = useEffectEvent(async () => {
    if (!navigator.onLine) return
    const isAccepted = await sendStored(mentor).catch(() => false)
    if (!isAccepted) return
    // The reload replaces the cached page, so its notice is no longer true.
    document.querySelector('.kept-note')?.remove()
    await revalidate()
  })
  const hasUnsent = stored.some(({ state }) => state === 'saved')

  useEffect(() => {
    deleteSent(mentor).then(read, () => undefined)
    return onStoreChange(read)
  }, [mentor])
  useEffect(() => {
    if (!hasUnsent) return
    const sendNow = () => void send()
    sendNow()
    addEventListener('online', sendNow)
    const timer = setInterval(sendNow, retryMs)
    return () => {
      removeEventListener('online', sendNow)
      clearInterval(timer)
    }
  }, [hasUnsent])

  const sendAgain = useCallback(
    // A new idempotency key, because the old one would replay the refusal; a lesson that was not over then may be now.
    (one: StoredAttendance) =>
      void storeAttendance({ ...one, key: crypto.randomUUID(), savedAt: new Date().toISOString(), state: 'saved' }),
    [],
  )
  return { stored, sendAgain, drop: (one: StoredAttendance) => void deleteAttendance(one.lesson) }
}

/** Deletes sent entries: the page that sent them has already shown the result. */
async function deleteSent(mentor: string): Promise<void> {
  for (const one of await storedAttendanceOf(mentor)) if (one.state === 'sent') await deleteAttendance(one.lesson)
}
