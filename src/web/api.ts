import { createContext, data, type RouterContextProvider } from 'react-router'
import type { adminDue } from '#contract/admin/due.ts'
import type { appFrame } from '#contract/apps/frame.ts'
import type { CatalogueChanges } from '#contract/reference/catalogue-changes.ts'
import type { siteFacts } from '#contract/settings/settings.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/wire/endpoint.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import type { Locale } from './locale.ts'
import type { Theme } from './theme.ts'

type InjectedRequest = {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  remoteAddress: string
  payload?: string
}
type InjectedReply = { statusCode: number; headers: Record<string, unknown>; body: string }

/** Server values for the loaders and actions of one request. */
export type ServerContext = {
  inject: (request: InjectedRequest) => Promise<InjectedReply>
  headers: { cookie: string; ip: string; userAgent: string; acceptLanguage: string }
  /** Cookies set by API calls, sent with the page. */
  setCookies: string[]
  locale: Locale
  theme: Theme
  /** Origin, without a trailing slash. */
  publicUrl: string
  /** Changes with every edit of the places. */
  placesRevision: number
  /** undefined in development, where the policy is relaxed. */
  nonce: string | undefined
  /** The page is for every visitor without a login: its scripts wait, and these styles, by address, are written into it. */
  sharedStyles?: ReadonlyMap<string, string>
  /** Differences between the current and the built-in catalogue. */
  catalogue: CatalogueChanges | null
  requestId: string
  logError: (error: unknown) => void
  /** Part of the data is missing, so the page is not cached. */
  incomplete?: '1' | '429'
  /** Filled by `readFrame`. */
  frame?: Promise<ReplyOf<typeof appFrame>['data']> | undefined
  /** Filled by `readDue` of the control room. */
  due?: Promise<ReplyOf<typeof adminDue>['data']> | undefined
  /** Filled by `readSite`. */
  site?: Promise<ReplyOf<typeof siteFacts>['data']> | undefined
}

export const serverContext = createContext<ServerContext>()

export type LoaderContext = Readonly<Pick<RouterContextProvider, 'get'>>
type AnyInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
/** Input is optional for endpoints without parameters. */
type Input<E extends Endpoint> = object extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

export type WriteReply<E extends Endpoint> =
  | { ok: true; data: ReplyOf<E> }
  | { ok: false; error: ErrorReply; status: number }

function addressOf(endpoint: Endpoint, input: AnyInput): string {
  const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  return search.size > 0 ? `${path}?${search}` : path
}

async function call(server: ServerContext, endpoint: Endpoint, input: AnyInput, idempotencyKey?: string) {
  const reply = await server.inject({
    method: endpoint.method,
    url: addressOf(endpoint, input),
    remoteAddress: server.headers.ip,
    headers: {
      accept: 'application/json',
      'accept-language': server.locale,
      'user-agent': server.headers.userAgent,
      host: new URL(server.publicUrl).host,
      origin: server.publicUrl,
      ...(server.headers.cookie === '' ? {} : { cookie: server.headers.cookie }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
  })
  const cookies = reply.headers['set-cookie']
  if (cookies !== undefined) server.setCookies.push(...[cookies].flat().map(String))
  return reply
}

function errorOf(reply: InjectedReply, server: ServerContext): ErrorReply {
  try {
    const body: unknown = JSON.parse(reply.body)
    // Every reply that is not 2xx comes from the API's error handler.
    if (typeof body === 'object' && body !== null && 'code' in body) return body as ErrorReply
  } catch {}
  return { code: 'internal', message: '', requestId: server.requestId }
}

/** Calls the API in memory, for loaders. An error reply is thrown to the nearest ErrorBoundary. */
export async function readApi<const E extends Endpoint>(context: LoaderContext, endpoint: E, ...input: Input<E>) {
  return (await readWithHeaders(context, endpoint, ...input))[0]
}

/** As `readApi`, with the reply's headers, where lists that are bare arrays have their totals. */
export async function readWithHeaders<const E extends Endpoint>(
  context: LoaderContext,
  endpoint: E,
  ...input: Input<E>
) {
  const server = context.get(serverContext)
  const reply = await call(server, endpoint, input[0] ?? {})
  if (reply.statusCode >= 300) {
    const { code, message, requestId } = errorOf(reply, server)
    throw data({ code, message, requestId }, { status: reply.statusCode })
  }
  // The API validated the reply with its schema.
  return [JSON.parse(reply.body) as ReplyOf<E>, reply.headers] as const
}

/** Whether `readApi` failed with one of these statuses. */
export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'init' in error &&
  statuses.includes((error.init as ResponseInit | null)?.status ?? 0) // the router's `data` sets it

/** For `catch`: returns a fallback and keeps the incomplete page out of the cache, and from others if this visitor's limit is reached. */
export function orFallback<T>(context: LoaderContext, fallback: T): (error: unknown) => T {
  return (error) => {
    context.get(serverContext).incomplete = isStatus(error, 429) ? '429' : '1'
    return fallback
  }
}

/** Calls the API in memory, for actions. An error reply is a value, shown beside the form. */
export async function writeApi<const E extends Endpoint>(
  context: LoaderContext,
  endpoint: E,
  input: InputOf<E>,
  options: { idempotencyKey?: string } = {},
): Promise<WriteReply<E>> {
  const server = context.get(serverContext)
  // A write may change the session, a setting or what is due.
  server.frame = undefined
  server.site = undefined
  server.due = undefined
  const reply = await call(server, endpoint, input, options.idempotencyKey)
  if (reply.statusCode >= 300) return { ok: false, error: errorOf(reply, server), status: reply.statusCode }
  return { ok: true, data: JSON.parse(reply.body) as ReplyOf<E> }
}
