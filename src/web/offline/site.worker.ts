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

/** A network that says nothing for this long loses against a kept page. */
const networkTimeoutMs = 10_000
/** Filters come in quick succession: only the choice that stays is kept. */
const settleMs = 3000
/** Pages on which somebody proves a phone: an application begins with it too. */
const loginPath = /\/(login|signup\/personal)(\.data)?$/

const delay = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
// Keeping a copy is an extra: no connection or a full disk must not disturb anybody.
const ignoreErrors = (work: Promise<unknown>) => work.catch(() => undefined)

self.addEventListener('install', (event) => {
  // No waiting for old tabs: pages come from the network, so a worker never meets pages it does not fit.
  event.waitUntil(saveOfflinePages().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  // The browser starts this worker while the network is already asked for the page.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]))
  // Not waited for, because requests wait for this event: the page that brought the worker was loaded without it.
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
  // Whoever has this device next must not see what was looked at.
  if (request.method === 'POST' && /\/logout(\.data)?$/.test(pathname))
    event.waitUntil(ignoreErrors(deleteSavedPages()))
  if (request.method === 'POST' && loginPath.test(pathname))
    event.waitUntil(ignoreErrors(deleteSavedPages('dashboard')))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(respondToNavigation(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(readAsset(request))
  else if (/^\/(portraits|art)\//.test(pathname)) event.respondWith(readPicture(request))
  else if (pathname.endsWith('.data')) event.waitUntil(ignoreErrors(saveAfterSettling(pageOfData(request.url))))
})

async function respondToNavigation(event: FetchEvent): Promise<Response> {
  const address = addressOf(event.request.url)
  const kind = kindOf(address)
  const fresh = fetchPage(event)
  // Before anybody else takes the answer.
  if (kind) event.waitUntil(ignoreErrors(fresh.then((response) => saveResponse(address, response))))
  const kept = await readSavedPage(address)
  try {
    const first = await Promise.race([fresh, ...(kept ? [delay(networkTimeoutMs)] : [])])
    if (first) return first
  } catch {
    const other = kept ? undefined : await equivalentPage(address)
    if (other) return Response.redirect(other)
  }
  return kept ? savedPageScreen(kept) : await offlineScreen(address)
}

async function fetchPage(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? (await fetch(event.request))
}

/**
 * A profile is opened from lists with other filters in its address: any kept one of the same mentor will do. A dashboard is
 * asked for with dialogs in its address, or as whichever it is.
 */
async function equivalentPage(address: string): Promise<string | undefined> {
  const [path = ''] = address.split('?')
  const pages = await savedPages()
  if (/^(\/hi)?\/dashboard(\/student|\/mentor)?$/.test(path))
    return pages.find(({ kind }) => kind === 'dashboard')?.address
  return kindOf(address) === 'profile' ? pages.find((one) => one.address.split('?')[0] === path)?.address : undefined
}

/** The page for which the router asks its data: `/mentors.data?class=8&_routes=…` → `/mentors?class=8`. */
function pageOfData(dataUrl: string): string {
  const url = new URL(dataUrl)
  url.pathname = url.pathname.replace(/\.data$/, '')
  url.searchParams.delete('_routes')
  // What a dashboard's address opens on it is no other page.
  return kindOf(url.pathname) === 'dashboard' ? url.pathname : addressOf(url.href)
}

let lastAsked = ''
async function saveAfterSettling(address: string): Promise<void> {
  if (!kindOf(address)) return
  lastAsked = address
  await delay(settleMs)
  if (lastAsked === address) await savePage(address)
}
