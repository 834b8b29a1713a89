import { m } from '#messages'
import { hrefIn, type Locale, localeOf } from '../locale.ts'
import { formatDateTime } from '../ui/dates.tsx'
import { matchCached } from './saved-assets.worker.ts'
import { type SavedPage, savedPages } from './saved-pages.worker.ts'

const notes = { list: m.offline_list_note, profile: m.offline_profile_note, dashboard: m.offline_dashboard_note }
const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** React leaves unknown elements directly in the body alone, so the note survives hydration. */
export function savedPageScreen({ address, kind, seenAt, html, headers }: SavedPage): Response {
  const locale = localeOf(address)
  const note = notes[kind]({ time: formatDateTime(seenAt, locale) }, { locale })
  const again = `<a href="" class="underline">${m.offline_retry({}, { locale })}</a>`
  const strip = `<aside class="kept-note bg-warn-soft px-4 py-3 text-center font-semibold text-warn">${note} ${again}</aside>`
  // Placed after the skip link, which must come first.
  return new Response(html.replace('<header', `${strip}<header`), { headers })
}

/** The offline page in the URL's language with links to saved pages; the browser's own error page if it is not cached. */
export async function offlineScreen(address: string): Promise<Response> {
  const locale = localeOf(address)
  const page = await matchCached(hrefIn(locale, '/offline'))
  if (!page) return Response.error()
  const links = (await savedPages()).map((one) => linkTo(one, locale)).join('')
  const html = await page.text()
  const filled = links
    ? html
        .replace('<section id="seen-before" hidden=""', '<section id="seen-before"')
        .replace(/(<section id="seen-before".*?<ul[^>]*>)/s, (start) => start + links)
    : html
  return new Response(filled, { status: 503, statusText: 'Offline', headers: page.headers })
}

function linkTo({ address, kind, seenAt, html }: SavedPage, locale: Locale): string {
  const words = [textOf(html, 'h1'), kind === 'list' && textOf(html, 'p')].filter(Boolean).join(', ')
  const link = `<a href="${escapeAttribute(address)}" lang="${localeOf(address)}" class="text-link inline-flex min-h-11 items-center">${words}</a>`
  return `<li>${link}<p class="text-small text-muted">${formatDateTime(seenAt, locale)}</p></li>`
}

/** HTML text of the first such element in `<main>`. */
function textOf(html: string, tag: string): string {
  const [, inside = ''] = new RegExp(`<main.*?<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 's').exec(html) ?? []
  return inside.replace(/<[^>]*>/g, '').trim()
}
