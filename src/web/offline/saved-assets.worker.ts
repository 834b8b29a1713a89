declare const self: ServiceWorkerGlobalScope

/** A new name discards the caches of older workers. */
const cacheName = 'kept-1'
export const openCache = () => caches.open(cacheName)

export const addressOf = (url: string) => {
  const { pathname, search } = new URL(url, self.location.origin)
  return pathname + search
}

/** The cached response of a URL. `ignoreVary`, because responses were cached without cookies. */
export async function matchCached(address: string): Promise<Response | undefined> {
  return await (await openCache()).match(address, { ignoreVary: true })
}

export async function deleteOtherCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
}

/** Scripts of the parts that are loaded on demand, by the name of the part's file (`scripts/build-web.ts`). */
declare const lateScripts: Readonly<Record<string, readonly string[]>>

// Scripts, styles, fonts and images named in HTML or CSS, and scripts of the parts that the page shows.
function assetsOf(text: string): Set<string> {
  const folder = text.includes('<html lang="hi"') ? '/assets/hi/' : '/assets/'
  const parts = [...text.matchAll(/<meta name="late" content="([\w-]+)"/g)].map(([, name = '']) => name)
  const late = parts.flatMap((name) => lateScripts[name] ?? []).map((file) => folder + file)
  return new Set([...(text.match(/\/(?:assets(?:\/hi)?|portraits|art)\/[\w.-]+/g) ?? []), ...late])
}
// 60 kB that English pages do not need; saved at first use.
const isOptional = (part: string) => part.includes('devanagari')

/** Saves the assets of a page. A missing image does not discard the page. */
export async function saveAssets(text: string): Promise<void> {
  const cache = await openCache()
  const wanted = [...assetsOf(text)].map(async (part) => {
    if (isOptional(part) || (await cache.match(part))) return
    const response = await fetch(part)
    if (!response.ok) return
    await cache.put(part, response.clone())
    if (part.endsWith('.css')) await saveAssets(await response.text())
  })
  await Promise.allSettled(wanted)
}

/** Deletes assets that none of these pages uses. */
export async function deleteUnusedAssets(pages: readonly string[]): Promise<void> {
  const cache = await openCache()
  const needed = new Set(pages.flatMap((html) => [...assetsOf(html)]))
  for (const style of [...needed].filter((part) => part.endsWith('.css'))) {
    const text = await (await cache.match(style))?.text()
    for (const font of assetsOf(text ?? '')) needed.add(font)
  }
  for (const { url } of await cache.keys()) {
    const path = addressOf(url)
    if (assetsOf(path).size > 0 && !needed.has(path)) await cache.delete(path)
  }
}

/** A file with a content hash in its name: cache first. */
export async function readAsset(request: Request): Promise<Response> {
  const cached = await matchCached(addressOf(request.url))
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok && isOptional(request.url)) {
    const copy = response.clone()
    openCache().then(
      (cache) => cache.put(request.url, copy),
      () => undefined,
    )
  }
  return response
}

/** Pictures keep their name when they change: network first. */
export async function readPicture(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await matchCached(addressOf(request.url))) ?? Response.error()
  }
}
