/** Registers the service worker, and lets it handle links where the router would fail offline. */
export function startOffline(): void {
  const worker = navigator.serviceWorker
  if (!worker) return
  // Waits until the page has loaded.
  setTimeout(() => worker.register('/sw.js').catch(() => undefined), 3000)

  const note = document.querySelector('.kept-note')
  // The URL of a dashboard contains its open dialog.
  const pageUrl = () => (location.pathname.includes('/dashboard/') ? location.pathname : location.href)
  const startUrl = pageUrl()
  // The note does not apply to another list.
  window.navigation?.addEventListener('currententrychange', () => pageUrl() !== startUrl && note?.remove())
  const onClick = (event: Event) => {
    const link = (event.target as Element).closest('a') // safe: click targets are elements
    const isAway = link?.origin === location.origin && link.pathname !== location.pathname
    // Bypasses the router, so that the worker answers the document request.
    if (isAway && worker.controller && (note?.isConnected || !navigator.onLine)) event.stopPropagation()
  }
  addEventListener('click', onClick, true)
}
