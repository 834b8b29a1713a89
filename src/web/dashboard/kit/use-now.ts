import { useEffect, useState } from 'react'

/** Milliseconds by which the device clock is ahead, measured at the latest page load from the network. */
const clockKey = 'clock-ahead'

function setClock(aheadMs: number): void {
  try {
    localStorage.setItem(clockKey, String(Math.round(aheadMs)))
  } catch {
    // Without storage an offline page uses the device clock.
  }
}

/** Server time, estimated from the device clock. */
export function serverNow(): number {
  try {
    return Date.now() - (Number(localStorage.getItem(clockKey)) || 0)
  } catch {
    return Date.now()
  }
}

/** Server time of the page, updated every minute. Pages cached by the service worker use the device clock. */
export function useNow(loaded: number): number {
  const [now, setNow] = useState(loaded)
  useEffect(() => {
    if (loaded === 0) return
    const isKept = document.querySelector('.kept-note') !== null
    if (!isKept) setClock(Date.now() - loaded)
    const first = isKept ? serverNow() : loaded
    setNow(first)
    const began = performance.now()
    const timer = setInterval(() => setNow(first + performance.now() - began), 30_000)
    return () => clearInterval(timer)
  }, [loaded])
  return now
}
