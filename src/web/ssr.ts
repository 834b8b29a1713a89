import { AsyncLocalStorage } from 'node:async_hooks'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { isNoindexPath } from '#contract/mentors/crawling.ts'
import { applyCatalogue } from '#contract/reference/catalogue-changes.ts'
import { m } from '#messages'
import { overwriteGetLocale } from '#messages-runtime'
import { isAdminAddress } from './admin-address.ts'
import { type ServerContext, serverContext } from './api.ts'
import { withInlineStyles } from './inline-styles.ts'
import { withLateScripts } from './late-scripts.ts'
import { type Locale, localeOf, plainPath } from './locale.ts'
import { addPageHeaders } from './response-headers.ts'
import { inHindi } from './script-addresses.ts'
import { themeOf } from './theme.ts'

const currentLocale = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => currentLocale.getStore() ?? 'en')

// The virtual module's types lack exactOptionalPropertyTypes.
const fullBuild = build as ServerBuild
type Assets = ServerBuild['assets']
const answerWith = (assets: Assets) => createRequestHandler({ ...fullBuild, assets }, import.meta.env.MODE)
/** Written by scripts/build-web.ts: a list without admin pages, and scripts in Hindi. In development all share one list. */
function answersIn(locale: Locale) {
  const { assets } = fullBuild
  if (!import.meta.env.PROD) return { admin: answerWith(assets), visitor: answerWith(assets) }
  const own: Assets = locale === 'hi' ? JSON.parse(inHindi(JSON.stringify(assets))) : assets
  return {
    admin: answerWith(own),
    visitor: answerWith({ ...own, url: own.url.replace('/manifest-', '/manifest-public-') }),
  }
}
const answers = { en: answersIn('en'), hi: answersIn('hi') }

/** Values the HTTP server passes with a request. */
export type ServerInput = Omit<ServerContext, 'setCookies' | 'locale' | 'theme'>

/** A line for the end of a public page that could not be renewed. */
export const olderNote = (path: string): string =>
  `<p role="status" class="page-width py-2 text-center text-small text-muted">${m.older_page({}, { locale: localeOf(path.split('?')[0] ?? '/') })}</p>`

/** Renders one page request. */
export async function handle(request: Request, given: ServerInput): Promise<Response> {
  // The site's bundle has its own copy of the catalogue.
  applyCatalogue(given.catalogue)
  const { pathname } = new URL(request.url)
  const locale = localeOf(pathname)
  const answer = answers[locale][isAdminAddress(plainPath(pathname)) ? 'admin' : 'visitor']
  const server: ServerContext = { ...given, setCookies: [], locale, theme: themeOf(given.headers.cookie) }
  const context = new RouterContextProvider()
  context.set(serverContext, server)
  const response = await currentLocale.run(locale, () => answer(request, context))
  const headers = new Headers(response.headers)
  addPageHeaders(headers, server, response.status)
  // Data URLs are not pages; unlisted pages set the same tag themselves.
  if (pathname.endsWith('.data') || isNoindexPath(plainPath(pathname))) headers.set('x-robots-tag', 'noindex')
  const { nonce, sharedStyles } = given
  const isPage = response.status === 200 && /^text\/html/.test(headers.get('content-type') ?? '')
  if (!sharedStyles || nonce === undefined || !isPage)
    return new Response(response.body, { status: response.status, headers })
  headers.delete('content-length')
  const html = withLateScripts(await response.text(), pathname, nonce)
  return new Response(withInlineStyles(html, nonce, sharedStyles), { status: response.status, headers })
}
