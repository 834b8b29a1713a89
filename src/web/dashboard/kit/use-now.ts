import { useEffect, useState } from 'react'

/** By how many milliseconds this phone's clock is ahead of ours, as the last page that came by network showed. */
const clockKey = 'clock-ahead'

function setClock(aheadMs: number): void {
  try {
    localStorage.setItem(clockKey, String(Math.round(aheadMs)))
  } catch {
    // Without storage a page that opens offline believes its phone.
  }
}

/** The server's time by this phone's clock, as far as it is known to be ahead or behind. */
export function phoneNow(): number {
  try {
    return Date.now() - (Number(localStorage.getItem(clockKey)) || 0)
  } catch {
    return Date.now()
  }
}

/** The server's time of the page, going on by the minute. A page that the service worker kept was loaded long ago: it asks the phone. */
export function useNow(loaded: number): number {
  const [now, setNow] = useState(loaded)
  useEffect(() => {
    if (loaded === 0) return
    const isKept = document.querySelector('.kept-note') !== null
    if (!isKept) setClock(Date.now() - loaded)
    const first = isKept ? phoneNow() : loaded
    setNow(first)
    const began = performance.now()
    const timer = setInterval(() => setNow(first + performance.now() - began), 30_000)
    return () => clearInterval(timer)
  }, [loaded])
  return now
}
