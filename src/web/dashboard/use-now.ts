import { useEffect, useState } from 'react'

/** The server's time of the page, going on by the minute. */
export function useNow(loaded: number): number {
  const [now, setNow] = useState(loaded)
  useEffect(() => {
    setNow(loaded)
    const began = performance.now()
    const timer = setInterval(() => setNow(loaded + performance.now() - began), 30_000)
    return () => clearInterval(timer)
  }, [loaded])
  return now
}
