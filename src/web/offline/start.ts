/** Brings the service worker, and hands over to it where the router would show an error without a connection. */
export function startOffline(): void {
  const worker = navigator.serviceWorker
  if (!worker) return
  // Not while the page itself is still on its way.
  setTimeout(() => worker.register('/sw.js').catch(() => undefined), 3000)

  const note = document.querySelector('.kept-note')
  // A dashboard opens its dialogs by its address.
  const place = () => (location.pathname.includes('/dashboard/') ? location.pathname : location.href)
  const here = place()
  // Over another list the note would be wrong.
  window.navigation?.addEventListener('currententrychange', () => place() !== here && note?.remove())
  const leave = (event: Event) => {
    const link = (event.target as Element).closest('a') // true: clicks have elements as targets
    const isAway = link?.origin === location.origin && link.pathname !== location.pathname
    // Past the router: as a document the worker answers it, with a kept page or the offline page.
    if (isAway && worker.controller && (note?.isConnected || !navigator.onLine)) event.stopPropagation()
  }
  addEventListener('click', leave, true)
}
