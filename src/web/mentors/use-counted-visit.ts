import { useEffect } from 'react'

/** Tells that a kept link was opened, once in a visit; the browser alone remembers that it was told. */
export function useCountedVisit(link: string | null): void {
  useEffect(() => {
    const told = `opened:${link}`
    if (!link || sessionStorage.getItem(told)) return
    sessionStorage.setItem(told, '1')
    fetch(`/api/mentor-links/${encodeURIComponent(link)}/open`, { method: 'POST', keepalive: true }).then(
      (reply) => reply.text(),
      () => undefined,
    )
  }, [link])
}
