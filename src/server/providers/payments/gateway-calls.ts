import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { NewRefund, Refund } from './payment-gateway.ts'
import type { Refusal } from './splits.ts'

/** No usable answer from a payment gateway: the outcome is unknown, and no state may change. */
export class GatewayError extends Error {
  override name = 'GatewayError'
  /** The gateway answered that the record does not exist. */
  readonly isMissing: boolean
  constructor(message: string, { isMissing = false, ...options }: ErrorOptions & { isMissing?: boolean } = {}) {
    super(message, options)
    this.isMissing = isMissing
  }
}

/** `fetch`, or its equivalent for paths of this server. */
export type Send = (path: string, init: RequestInit) => Promise<Response>
/** Response of a gateway; `body` is undefined if it is not JSON. */
export type GatewayResponse = { status: number; body: unknown }
/** JSON calls to one gateway. */
export type Calls = {
  /** Reads, with a body where the gateway expects POST; retried once after 429 or 5xx. */
  read(path: string, headers: Record<string, string>, body?: object): Promise<GatewayResponse>
  /** Writes at the gateway; never retried here. */
  write(
    path: string,
    headers: Record<string, string>,
    body: object,
    method?: 'POST' | 'PATCH',
  ): Promise<GatewayResponse>
}

const maxPauseMs = 2_000
const defaultPauseMs = 250

/**
 * Calls to one gateway with a time limit each, including the retry. Redirects are not followed, to keep credentials
 * on the host.
 * @throws GatewayError when no answer arrives
 */
export function gatewayCalls(name: string, send: Send, timeoutMs: number): Calls {
  async function once(label: string, path: string, init: RequestInit) {
    const reply = await send(path, init).catch((cause: unknown) => {
      throw new GatewayError(`${label} gave no answer`, { cause })
    })
    const text = await reply.text().catch((cause: unknown) => {
      throw new GatewayError(`${label} broke off its answer`, { cause })
    })
    return { answer: { status: reply.status, body: parseJson(text) }, pauseMs: retryDelayMs(reply.headers) }
  }
  const startedInit = (init: RequestInit): RequestInit => ({
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return {
    async read(path, headers, body) {
      const label = `${name}: ${body ? 'POST' : 'GET'} ${path}`
      const init = startedInit(
        body
          ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
          : { method: 'GET', headers },
      )
      const first = await once(label, path, init)
      const isTransient = first.answer.status === 429 || first.answer.status >= 500
      if (!isTransient || first.pauseMs > maxPauseMs) return first.answer
      await pause(first.pauseMs)
      return (await once(label, path, init)).answer
    },
    async write(path, headers, body, method = 'POST') {
      const init = startedInit({
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await once(`${name}: ${method} ${path}`, path, init)).answer
    },
  }
}

/** Delay requested by `retry-after` (seconds or a date) or Cashfree's own header, in milliseconds. */
function retryDelayMs(headers: Headers): number {
  const header = headers.get('retry-after') ?? headers.get('x-ratelimit-retry')
  if (!header) return defaultPauseMs
  const seconds = Number(header)
  const pauseMs = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  return Number.isNaN(pauseMs) ? defaultPauseMs : Math.max(pauseMs, 0)
}

/** Parses JSON text or bytes; undefined if invalid, or with a NUL, which the database cannot store. */
export function parseJson(raw: string | Buffer): unknown {
  const text = raw.toString()
  try {
    return text.includes('\\u0000') ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isSuccess = ({ status }: GatewayResponse) => status >= 200 && status < 300

/** 4xx that say nothing about the request: our credentials, a timeout, another call at the same time, too many calls. */
const openStatuses = [401, 403, 408, 409, 429]

/** The gateway carried out nothing. Anything but 4xx leaves the outcome open. */
export const isRefusal = ({ status }: GatewayResponse) =>
  status >= 400 && status < 500 && !openStatuses.includes(status)

/** Parsed body of a successful answer. @throws GatewayError for any other status or shape */
export function parseBody<S extends z.ZodType>(schema: S, answer: GatewayResponse, label: string): z.output<S> {
  if (!isSuccess(answer)) {
    // Razorpay answers 400 for an unknown id.
    const isMissing = answer.status === 404 || answer.status === 400
    throw new GatewayError(`${label} answered ${answer.status}: ${reasonOf(answer)}`, { isMissing })
  }
  if (answer.body === undefined) throw new GatewayError(`${label} answered no JSON`)
  const parsed = schema.safeParse(answer.body)
  if (!parsed.success) throw new GatewayError(`${label} answered another shape: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

const failure = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ error: z.object({ description: z.string() }) }).transform(({ error }) => error.description),
])

/** The gateway's failure reason, cut to one line. */
export const reasonOf = (answer: GatewayResponse): string =>
  (failure.safeParse(answer.body).data ?? 'no reason').slice(0, 200)

/** Checks that the gateway answered about the requested record. @throws GatewayError on a mismatch */
export function assertMatches(label: string, given: unknown, expected: string | number): void {
  if (given !== expected) throw new GatewayError(`${label} is ${JSON.stringify(given)}, but must be ${expected}`)
}

/** Compares secrets in constant time. */
export function isEqualSecret(expected: string, given: string): boolean {
  const a = Buffer.from(expected)
  const b = Buffer.from(given)
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Webhooks are repeated for at most a day (Razorpay's documentation; Cashfree's default of 42 minutes can be
 * extended).
 */
const maxAgeMs = 24 * 3_600_000

/** Whether a webhook is older than any repetition, or further in the future than clock skew explains. */
export const isStale = (sentAtMs: number, now: Date): boolean => !(Math.abs(now.getTime() - sentAtMs) <= maxAgeMs)

/** More pages than any week has. */
const maxPages = 1_000

/**
 * Reads every page of a list. `page` takes a cursor and returns rows and the next cursor, null at the end.
 * @throws GatewayError when a cursor repeats
 */
export async function readAllPages<T, P>(
  first: P,
  page: (cursor: P) => Promise<{ rows: T[]; next: P | null }>,
): Promise<T[]> {
  const all: T[] = []
  const seen = new Set<P>()
  for (let cursor: P | null = first; cursor !== null; ) {
    if (seen.has(cursor) || seen.size >= maxPages) throw new GatewayError('the list has no end')
    seen.add(cursor)
    const { rows, next }: { rows: T[]; next: P | null } = await page(cursor)
    all.push(...rows)
    cursor = rows.length > 0 ? next : null
  }
  return all
}

/** Unique by id, the last one wins: a row may move to the next page between two reads. */
export const uniqueBy = <T>(all: readonly T[], idOf: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [idOf(one), one])).values(),
]

/**
 * Sends a refund and returns its outcome. After a refusal or failure the gateway's list is read first, because an
 * earlier call with the same id may have created it.
 */
export async function refundOnce(
  refund: NewRefund,
  send: () => Promise<GatewayResponse>,
  read: (answer: GatewayResponse) => Refund,
  list: () => Promise<Refund[]>,
): Promise<Refund | Refusal> {
  const answer = await send()
  const existing = isSuccess(answer) ? read(answer) : (await list()).find((one) => one.refundId === refund.refundId)
  if (existing) {
    assertMatches('the id of the refund', existing.refundId, refund.refundId)
    assertMatches(`the amount of refund ${refund.refundId}`, existing.amountPaise, refund.amountPaise)
    return existing
  }
  if (answer.status === 400 || answer.status === 422) return { status: 'refused', reason: reasonOf(answer) }
  throw new GatewayError(`refund ${refund.refundId} was answered ${answer.status}: ${reasonOf(answer)}`)
}
