import { AsyncLocalStorage } from 'node:async_hooks'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { isNoindexPath } from '#contract/mentors/crawling.ts'
import { applyCatalogue } from '#contract/reference/catalogue-changes.ts'
import { m } from '#messages'
import { overwriteGetLocale } from '#messages-runtime'
import { isAdminAddress } from './admin-address.ts'
import { type ServerContext, serverContext } from './api.ts'
import { withLateScripts } from './late-scripts.ts'
import { type Locale, localeOf, plainPath } from './locale.ts'
import { addPageHeaders } from './response-headers.ts'
import { themeOf } from './theme.ts'

const currentLocale = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => currentLocale.getStore() ?? 'en')

// The virtual module's types lack exactOptionalPropertyTypes.
const fullBuild = build as ServerBuild
const { assets } = fullBuild
// Public manifest written by scripts/build-web.ts; in development all visitors share one.
const forVisitors = { ...fullBuild, assets: { ...assets, url: assets.url.replace('/manifest-', '/manifest-public-') } }
const answerAdmin = createRequestHandler(fullBuild, import.meta.env.MODE)
const answerVisitor = import.meta.env.PROD ? createRequestHandler(forVisitors, import.meta.env.MODE) : answerAdmin

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
  const answer = isAdminAddress(plainPath(pathname)) ? answerAdmin : answerVisitor
  const locale = localeOf(pathname)
  const server: ServerContext = { ...given, setCookies: [], locale, theme: themeOf(given.headers.cookie) }
  const context = new RouterContextProvider()
  context.set(serverContext, server)
  const response = await currentLocale.run(locale, () => answer(request, context))
  const headers = new Headers(response.headers)
  addPageHeaders(headers, server, response.status)
  // Data URLs are not pages; unlisted pages set the same tag themselves.
  if (pathname.endsWith('.data') || isNoindexPath(plainPath(pathname))) headers.set('x-robots-tag', 'noindex')
  const { nonce, isShared } = given
  const isLate =
    isShared && nonce !== undefined && response.status === 200 && /^text\/html/.test(headers.get('content-type') ?? '')
  if (isLate) headers.delete('content-length')
  const body = isLate ? withLateScripts(await response.text(), pathname, nonce) : response.body
  return new Response(body, { status: response.status, headers })
}
