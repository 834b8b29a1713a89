import { AsyncLocalStorage } from 'node:async_hooks'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { overwriteGetLocale } from '#messages-runtime'
import { type ServerContext, serverContext } from './api.ts'
import { type Locale, localeOf } from './locale.ts'
import { completeHeaders } from './response-headers.ts'
import { themeOf } from './theme.ts'

const currentLocale = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => currentLocale.getStore() ?? 'en')

// The virtual module is declared without exactOptionalPropertyTypes.
const answer = createRequestHandler(build as ServerBuild, import.meta.env.MODE)

/** What the HTTP server knows of a request; the rest is read from the request itself. */
export type GivenByServer = Omit<ServerContext, 'setCookies' | 'locale' | 'theme'>

/** Answers one page request. */
export async function handle(request: Request, given: GivenByServer): Promise<Response> {
  const locale = localeOf(new URL(request.url).pathname)
  const server: ServerContext = { ...given, setCookies: [], locale, theme: themeOf(given.headers.cookie) }
  const context = new RouterContextProvider()
  context.set(serverContext, server)
  const response = await currentLocale.run(locale, () => answer(request, context))
  const headers = new Headers(response.headers)
  completeHeaders(headers, server)
  return new Response(response.body, { status: response.status, headers })
}
