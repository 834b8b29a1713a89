/** A page of the site; `path` is the English one, without language prefix. */
export type SitemapEntry = { path: string; changedAt?: Date }

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (one) => escapes[one] ?? one)
const lastmod = (date: Date | undefined) => (date ? `<lastmod>${date.toISOString()}</lastmod>` : '')

/** Sitemap with an entry per page and language, each linking to the other language. */
export function sitemap(publicUrl: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.flatMap(({ path, changedAt }) => {
    const english = escapeXml(publicUrl + path)
    const hindi = escapeXml(`${publicUrl}/hi${path === '/' ? '' : path}`)
    const links = [
      ['en', english],
      ['hi', hindi],
      ['x-default', english],
    ].map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
    return [english, hindi].map((loc) => `<url><loc>${loc}</loc>${lastmod(changedAt)}${links.join('')}</url>\n`)
  })
  return `${head}<urlset xmlns="${schema}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('')}</urlset>\n`
}

export function sitemapIndex(publicUrl: string, entries: readonly SitemapEntry[]): string {
  const maps = entries.map(
    ({ path, changedAt }) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc>${lastmod(changedAt)}</sitemap>\n`,
  )
  return `${head}<sitemapindex xmlns="${schema}">\n${maps.join('')}</sitemapindex>\n`
}
