import { addressOf, readAsset, readPicture } from './saved-assets.worker.ts'
import {
  deleteSavedPages,
  kindOf,
  readSavedPage,
  savedPages,
  saveOfflinePages,
  savePage,
  saveResponse,
} from './saved-pages.worker.ts'
import { offlineScreen, savedPageScreen } from './screens.worker.ts'

declare const self: ServiceWorkerGlobalScope

/** Time after which a saved page is shown instead of waiting for the network. */
const networkTimeoutMs = 10_000
/** Filters change in quick succession; only the last state is saved. */
const settleMs = 3000
/** Pages that start a session, including the first step of an application. */
const loginPath = /\/(login|signup\/personal)(\.data)?$/

const delay = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
// Saving is optional: a missing connection or full disk must not break the page.
const ignoreErrors = (work: Promise<unknown>) => work.catch(() => undefined)

self.addEventListener('install', (event) => {
  // Pages come from the network, so a new worker is compatible with old tabs and need not wait.
  event.waitUntil(saveOfflinePages().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  // Preloading starts the request while the worker boots.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]))
  // Not awaited, because requests wait for activation; saves the pages that were loaded without a worker.
  ignoreErrors(saveOpenPages())
})

async function saveOpenPages(): Promise<void> {
  for (const { url } of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    const address = addressOf(url)
    if (kindOf(address)) await savePage(address)
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  // The next user of this device must not see saved pages.
  if (request.method === 'POST' && /\/logout(\.data)?$/.test(pathname))
    event.waitUntil(ignoreErrors(deleteSavedPages()))
  if (request.method === 'POST' && loginPath.test(pathname))
    event.waitUntil(ignoreErrors(deleteSavedPages('dashboard')))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(respondToNavigation(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(readAsset(request))
  else if (/^\/(portraits|art)\//.test(pathname)) event.respondWith(readPicture(request))
  // A link under the pointer fetches with another mode, and may never be followed.
  else if (pathname.endsWith('.data') && request.mode === 'cors')
    event.waitUntil(ignoreErrors(saveAfterSettling(pageOfData(request.url))))
})

async function respondToNavigation(event: FetchEvent): Promise<Response> {
  const address = addressOf(event.request.url)
  const kind = kindOf(address)
  const fresh = fetchPage(event)
  // Before the response body is consumed.
  if (kind) event.waitUntil(ignoreErrors(fresh.then((response) => saveResponse(address, response))))
  const saved = await readSavedPage(address)
  try {
    const first = await Promise.race([fresh, ...(saved ? [delay(networkTimeoutMs)] : [])])
    if (first) return first
  } catch {
    const other = saved ? undefined : await equivalentPage(address)
    if (other) return Response.redirect(other)
  }
  return saved ? savedPageScreen(saved) : await offlineScreen(address)
}

async function fetchPage(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? (await fetch(event.request))
}

/** Any saved URL of the same profile matches, whatever its filters. A dashboard matches with any dialog and under its general URL. */
async function equivalentPage(address: string): Promise<string | undefined> {
  const [path = ''] = address.split('?')
  const pages = await savedPages()
  if (/^(\/hi)?\/dashboard(\/student|\/mentor)?$/.test(path))
    return pages.find(({ kind }) => kind === 'dashboard')?.address
  return kindOf(address) === 'profile' ? pages.find((one) => one.address.split('?')[0] === path)?.address : undefined
}

/** Page URL of a router data request: `/mentors.data?class=8&_routes=…` → `/mentors?class=8`. */
function pageOfData(dataUrl: string): string {
  const url = new URL(dataUrl)
  url.pathname = url.pathname.replace(/\.data$/, '')
  url.searchParams.delete('_routes')
  // Dialog parameters of a dashboard are not part of its URL.
  return kindOf(url.pathname) === 'dashboard' ? url.pathname : addressOf(url.href)
}

let lastAsked = ''
async function saveAfterSettling(address: string): Promise<void> {
  if (!kindOf(address)) return
  lastAsked = address
  await delay(settleMs)
  if (lastAsked === address) await savePage(address)
}
