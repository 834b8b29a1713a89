import { forgetSeen, keep, keepAnswer, keepOfflinePages, kindOf, readKept, seenPages } from './kept-pages.worker.ts'
import { addressOf, readAsset, readPicture } from './kept-parts.worker.ts'
import { keptScreen, offlineScreen } from './screens.worker.ts'

declare const self: ServiceWorkerGlobalScope

/** A network that says nothing for this long loses against a kept page. */
const patienceMs = 10_000
/** Filters come in quick succession: only the choice that stays is kept. */
const settleMs = 3000
/** Pages on which somebody proves a phone: an application begins with it too. */
const logsIn = /\/(login|signup\/personal)(\.data)?$/

const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
// Keeping a copy is an extra: no connection or a full disk must not disturb anybody.
const quietly = (work: Promise<unknown>) => work.catch(() => undefined)

self.addEventListener('install', (event) => {
  // No waiting for old tabs: pages come from the network, so a worker never meets pages it does not fit.
  event.waitUntil(keepOfflinePages().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  // The browser starts this worker while the network is already asked for the page.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]))
  // Not waited for, because requests wait for this event: the page that brought the worker was loaded without it.
  quietly(keepOpenPages())
})

async function keepOpenPages(): Promise<void> {
  for (const { url } of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    const address = addressOf(url)
    if (kindOf(address)) await keep(address)
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  // Whoever has this device next must not see what was looked at.
  if (request.method === 'POST' && /\/logout(\.data)?$/.test(pathname)) event.waitUntil(quietly(forgetSeen()))
  if (request.method === 'POST' && logsIn.test(pathname)) event.waitUntil(quietly(forgetSeen('dashboard')))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(answerPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(readAsset(request))
  else if (/^\/(portraits|art)\//.test(pathname)) event.respondWith(readPicture(request))
  else if (pathname.endsWith('.data')) event.waitUntil(quietly(keepSettled(pageOfData(request.url))))
})

async function answerPage(event: FetchEvent): Promise<Response> {
  const address = addressOf(event.request.url)
  const kind = kindOf(address)
  const fresh = askNetwork(event)
  // Before anybody else takes the answer.
  if (kind) event.waitUntil(quietly(fresh.then((response) => keepAnswer(address, response))))
  const kept = await readKept(address)
  try {
    const first = await Promise.race([fresh, ...(kept ? [after(patienceMs)] : [])])
    if (first) return first
  } catch {
    const other = kept ? undefined : await samePage(address)
    if (other) return Response.redirect(other)
  }
  return kept ? keptScreen(kept) : await offlineScreen(address)
}

async function askNetwork(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? (await fetch(event.request))
}

/**
 * A profile is opened from lists with other filters in its address: any kept one of the same mentor will do. A dashboard is
 * asked for with dialogs in its address, or as whichever it is.
 */
async function samePage(address: string): Promise<string | undefined> {
  const [path = ''] = address.split('?')
  const pages = await seenPages()
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
async function keepSettled(address: string): Promise<void> {
  if (!kindOf(address)) return
  lastAsked = address
  await after(settleMs)
  if (lastAsked === address) await keep(address)
}
