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
/** A page as it was seen, by its address. */
export type SavedPage = { address: string; kind: Kind; seenAt: string; html: string; headers: Headers }

// Of dashboards one, so that nobody ever finds somebody else's beside their own.
const maxPages: Record<Kind, number> = { list: 3, profile: 5, dashboard: 1 }
/** A day's classes are no help after this. */
const dashboardMaxAgeMs = 7 * 86_400_000
const seenAtHeader = 'x-seen-at'
// Further pages of a list and its dialog are parts of it.
const partialParams = ['cursor', 'gold']
const offlinePages = [hrefIn('en', '/offline'), hrefIn('hi', '/offline')]

const isDashboard = (address: string) => /^(\/hi)?\/dashboard\/(student|mentor)$/.test(address)

/** Lists and profiles may be kept, and the dashboard of whoever is logged in, without what its address opens on it. */
export function kindOf(address: string): Kind | null {
  if (isDashboard(address)) return 'dashboard'
  const { pathname, searchParams } = new URL(address, self.location.origin)
  const [found, , slug] = /^(\/hi)?\/mentors(?:\/([^/]+))?$/.exec(pathname) ?? []
  if (!found || partialParams.some((name) => searchParams.has(name))) return null
  return slug ? 'profile' : 'list'
}

/** The page everybody gets who is not logged in; pages of somebody say `private`. */
const isAnonymous = ({ headers }: Response) => /\bpublic\b/.test(headers.get('cache-control') ?? '')

/** Keeps the answer to a visit or, when it was made for somebody, the page as strangers see it; but for their dashboard. */
export async function saveResponse(address: string, response: Response): Promise<void> {
  if (isDashboard(address)) return await saveDashboard(address, response.clone())
  if (response.status === 404 || response.status === 410) await (await openCache()).delete(address)
  // Redirections have the status 0.
  if (response.status !== 200) return
  // Copied at once: a moment later the browser reads it.
  if (isAnonymous(response)) await store(address, response.clone())
  else await savePage(address)
}

/** Counts logins and logouts: what was asked for before belongs to somebody else. */
let loginEpoch = 0

/** Keeps a dashboard; an answer that sends to the login means that it is nobody's any more. */
async function saveDashboard(address: string, response: Response, asked = loginEpoch): Promise<void> {
  if (response.status === 200 && asked === loginEpoch) await store(address, response)
  // The logout may have come while it was stored.
  if (asked !== loginEpoch || (response.status !== 200 && response.status < 500))
    await (await openCache()).delete(address)
}

/** Asks for a page without saying who is asking, and keeps it; a dashboard is asked for by whoever is logged in. */
export async function savePage(address: string): Promise<void> {
  if (isDashboard(address)) {
    const asked = loginEpoch
    return await saveDashboard(address, await fetch(address, { redirect: 'manual' }), asked)
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

/** The offline pages of a new build, with what they need. Throws when one cannot be had. */
export async function saveOfflinePages(): Promise<void> {
  for (const address of offlinePages) {
    const response = await fetch(address, { credentials: 'omit', cache: 'no-cache' })
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
    await put(address, withoutScripts(await response.text()), response.headers)
  }
  await deleteOtherCaches()
}

/** For a page that is shown at addresses which are not its own: its scripts would look for the page of the address. */
function withoutScripts(html: string): string {
  return html.replace(/<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, '')
}

/** Takes away the oldest pages beyond the limits, overdue ones, and what no page needs any more. */
async function prune(): Promise<void> {
  // Before the pages: what is kept meanwhile is none of these.
  const addresses = await savedAddresses()
  const pages = await savedPages()
  const newest = (wanted: Kind) => pages.filter(({ kind }) => kind === wanted).slice(0, maxPages[wanted])
  const stay = [...newest('list'), ...newest('profile'), ...newest('dashboard')]
  const cache = await openCache()
  for (const address of addresses) if (!stay.some((one) => one.address === address)) await cache.delete(address)
  const offline = await Promise.all(offlinePages.map(async (address) => await (await matchCached(address))?.text()))
  await deleteUnusedAssets([...stay.map(({ html }) => html), ...offline.map((html) => html ?? '')])
}

/** Takes away every kept page, or the dashboard only; the offline pages stay. */
export async function deleteSavedPages(only?: 'dashboard'): Promise<void> {
  loginEpoch += 1
  const cache = await openCache()
  for (const address of await savedAddresses()) if (!only || kindOf(address) === only) await cache.delete(address)
  await prune()
}

/** Where pages are kept, also those that are not shown any more. */
async function savedAddresses(): Promise<string[]> {
  return (await (await openCache()).keys()).map(({ url }) => addressOf(url)).filter((address) => kindOf(address))
}

/** Every kept page, the last seen first. */
export async function savedPages(): Promise<SavedPage[]> {
  const pages = await Promise.all((await savedAddresses()).map(readSavedPage))
  return pages.filter((one) => one !== null).sort((a, b) => b.seenAt.localeCompare(a.seenAt))
}

/** The kept page of exactly this address. */
export async function readSavedPage(address: string): Promise<SavedPage | null> {
  const kind = kindOf(address)
  const response = kind && (await matchCached(address))
  if (!kind || !response) return null
  const { headers } = response
  const seenAt = headers.get(seenAtHeader) ?? ''
  if (kind === 'dashboard' && Date.parse(seenAt) < Date.now() - dashboardMaxAgeMs) return null
  return { address, kind, seenAt, html: await response.text(), headers }
}
