import { AsyncLocalStorage } from 'node:async_hooks'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { isNoindexPath } from '#contract/mentors/crawling.ts'
import { applyCatalogue } from '#contract/reference/catalogue-changes.ts'
import { overwriteGetLocale } from '#messages-runtime'
import { isAdminAddress } from './admin-address.ts'
import { type ServerContext, serverContext } from './api.ts'
import { type Locale, localeOf, plainPath } from './locale.ts'
import { completeHeaders } from './response-headers.ts'
import { themeOf } from './theme.ts'

const currentLocale = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => currentLocale.getStore() ?? 'en')

// The virtual module is declared without exactOptionalPropertyTypes.
const whole = build as ServerBuild
const { assets } = whole
// Written by scripts/build-web.ts; under development there is one list of routes for all.
const forVisitors = { ...whole, assets: { ...assets, url: assets.url.replace('/manifest-', '/manifest-public-') } }
const answerAdmin = createRequestHandler(whole, import.meta.env.MODE)
const answerVisitor = import.meta.env.PROD ? createRequestHandler(forVisitors, import.meta.env.MODE) : answerAdmin

/** What the HTTP server knows of a request; the rest is read from the request itself. */
export type GivenByServer = Omit<ServerContext, 'setCookies' | 'locale' | 'theme'>

/** Answers one page request. */
export async function handle(request: Request, given: GivenByServer): Promise<Response> {
  // The site has the catalogue a second time, apart from the server's.
  applyCatalogue(given.catalogue)
  const { pathname } = new URL(request.url)
  const answer = isAdminAddress(plainPath(pathname)) ? answerAdmin : answerVisitor
  const locale = localeOf(pathname)
  const server: ServerContext = { ...given, setCookies: [], locale, theme: themeOf(given.headers.cookie) }
  const context = new RouterContextProvider()
  context.set(serverContext, server)
  const response = await currentLocale.run(locale, () => answer(request, context))
  const headers = new Headers(response.headers)
  completeHeaders(headers, server, response.status)
  // Data of a page is no page; pages that set a robots tag of their own say the same.
  if (pathname.endsWith('.data') || isNoindexPath(plainPath(pathname))) headers.set('x-robots-tag', 'noindex')
  return new Response(response.body, { status: response.status, headers })
}
