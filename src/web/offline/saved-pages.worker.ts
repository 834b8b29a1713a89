import { hrefIn } from '../locale.ts'
import {
  addressOf,
  deleteOtherCaches,
  deleteUnusedAssets,
  matchCached,
  openCache,
  saveAssets,
} from './saved-assets.worker.ts'

declare const self: ServiceWorkerGlobalScope

type Kind = 'list' | 'profile' | 'dashboard'
/** A saved page by its URL. */
export type SavedPage = { address: string; kind: Kind; seenAt: string; html: string; headers: Headers }

// One dashboard only, so that accounts on a shared device never mix.
const maxPages: Record<Kind, number> = { list: 3, profile: 5, dashboard: 1 }
/** An older timetable is of no use. */
const dashboardMaxAgeMs = 7 * 86_400_000
const seenAtHeader = 'x-seen-at'
// Further pages and the dialog of a list are not pages of their own.
const partialParams = ['cursor', 'gold']
const offlinePages = [hrefIn('en', '/offline'), hrefIn('hi', '/offline')]

const isDashboard = (address: string) => /^(\/hi)?\/dashboard\/(student|mentor)$/.test(address)

/** Lists, profiles and the current account's dashboard without parameters may be saved. */
export function kindOf(address: string): Kind | null {
  if (isDashboard(address)) return 'dashboard'
  const { pathname, searchParams } = new URL(address, self.location.origin)
  const [found, , slug] = /^(\/hi)?\/mentors(?:\/([^/]+))?$/.exec(pathname) ?? []
  if (!found || partialParams.some((name) => searchParams.has(name))) return null
  return slug ? 'profile' : 'list'
}

/** Anonymous pages are `public`, personal ones `private`. */
const isAnonymous = ({ headers }: Response) => /\bpublic\b/.test(headers.get('cache-control') ?? '')

/** Saves the response of a visit. Personal pages are fetched again anonymously, except the dashboard. */
export async function saveResponse(address: string, response: Response): Promise<void> {
  if (isDashboard(address)) return await saveDashboard(address, response.clone())
  if (response.status === 404 || response.status === 410) await (await openCache()).delete(address)
  // Redirects have status 0.
  if (response.status !== 200) return
  // Cloned at once, before the browser consumes the body.
  if (isAnonymous(response)) await store(address, response.clone())
  else await savePage(address)
}

/** Incremented at login and logout, to discard responses for the previous account. */
let loginEpoch = 0

/** Saves a dashboard; a redirect to the login deletes it. */
async function saveDashboard(address: string, response: Response, epoch = loginEpoch): Promise<void> {
  if (response.status === 200 && epoch === loginEpoch) await store(address, response)
  // A logout may have happened while it was stored.
  if (epoch !== loginEpoch || (response.status !== 200 && response.status < 500))
    await (await openCache()).delete(address)
}

/** Fetches and saves a page anonymously; a dashboard with the session. */
export async function savePage(address: string): Promise<void> {
  if (isDashboard(address)) {
    const epoch = loginEpoch
    return await saveDashboard(address, await fetch(address, { redirect: 'manual' }), epoch)
  }
  const response = await fetch(address, { credentials: 'omit', redirect: 'error' })
  if (response.status === 200) await store(address, response)
}

async function store(address: string, response: Response): Promise<void> {
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set(seenAtHeader, new Date().toISOString())
  await put(address, await response.text(), headers)
  await prune()
}

async function put(address: string, html: string, headers: Headers): Promise<void> {
  await (await openCache()).put(address, new Response(html, { headers }))
  await saveAssets(html)
}

/** Saves the offline pages of this build with their assets. Throws if one is missing. */
export async function saveOfflinePages(): Promise<void> {
  for (const address of offlinePages) {
    const response = await fetch(address, { credentials: 'omit', cache: 'no-cache' })
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
    await put(address, withoutScripts(await response.text()), response.headers)
  }
  await deleteOtherCaches()
}

/** Removes scripts, because the router would load the page of the URL instead. */
function withoutScripts(html: string): string {
  return html.replace(/<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, '')
}

/** Deletes pages beyond the limits, expired ones and unused assets. */
async function prune(): Promise<void> {
  // Read before the pages, so that pages saved meanwhile are not deleted.
  const addresses = await savedAddresses()
  const pages = await savedPages()
  const latest = (wanted: Kind) => pages.filter(({ kind }) => kind === wanted).slice(0, maxPages[wanted])
  const retained = [...latest('list'), ...latest('profile'), ...latest('dashboard')]
  const cache = await openCache()
  for (const address of addresses) if (!retained.some((one) => one.address === address)) await cache.delete(address)
  const offline = await Promise.all(offlinePages.map(async (address) => await (await matchCached(address))?.text()))
  await deleteUnusedAssets([...retained.map(({ html }) => html), ...offline.map((html) => html ?? '')])
}

/** Deletes all saved pages, or only the dashboard; the offline pages stay. */
export async function deleteSavedPages(only?: 'dashboard'): Promise<void> {
  loginEpoch += 1
  const cache = await openCache()
  for (const address of await savedAddresses()) if (!only || kindOf(address) === only) await cache.delete(address)
  await prune()
}

/** URLs of all saved pages, including expired ones. */
async function savedAddresses(): Promise<string[]> {
  return (await (await openCache()).keys()).map(({ url }) => addressOf(url)).filter((address) => kindOf(address))
}

/** Saved pages, most recent first. */
export async function savedPages(): Promise<SavedPage[]> {
  const pages = await Promise.all((await savedAddresses()).map(readSavedPage))
  return pages.filter((one) => one !== null).sort((a, b) => b.seenAt.localeCompare(a.seenAt))
}

export async function readSavedPage(address: string): Promise<SavedPage | null> {
  const kind = kindOf(address)
  const response = kind && (await matchCached(address))
  if (!kind || !response) return null
  const { headers } = response
  const seenAt = headers.get(seenAtHeader) ?? ''
  if (kind === 'dashboard' && Date.parse(seenAt) < Date.now() - dashboardMaxAgeMs) return null
  return { address, kind, seenAt, html: await response.text(), headers }
}
