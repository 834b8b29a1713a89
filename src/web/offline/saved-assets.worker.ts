declare const self: ServiceWorkerGlobalScope

/** Another name throws everything away that older workers kept. */
const cacheName = 'kept-1'
export const openCache = () => caches.open(cacheName)

export const addressOf = (url: string) => {
  const { pathname, search } = new URL(url, self.location.origin)
  return pathname + search
}

/** Whatever is kept under an address. What varies by cookie was kept without any. */
export async function matchCached(address: string): Promise<Response | undefined> {
  return await (await openCache()).match(address, { ignoreVary: true })
}

export async function deleteOtherCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
}

// Scripts, styles, fonts and pictures, wherever HTML or a style sheet names them.
const assetsOf = (text: string) => new Set(text.match(/\/(?:assets|portraits|art)\/[\w.-]+/g))
// 60 kB that English pages do without; who reads Hindi has them kept at the first use.
const isOptional = (part: string) => part.includes('devanagari')

/** Keeps what a page needs to look and work like itself; without one of its pictures it is still better than none. */
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

/** Takes away the parts that none of these pages needs. */
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

/** A file whose name changes with its contents: as it was kept, if it was. */
export async function readAsset(request: Request): Promise<Response> {
  const kept = await matchCached(addressOf(request.url))
  if (kept) return kept
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

/** A picture keeps its name when it changes. */
export async function readPicture(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await matchCached(addressOf(request.url))) ?? Response.error()
  }
}
