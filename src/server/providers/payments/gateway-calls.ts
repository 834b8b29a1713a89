import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { NewRefund, Refund, Refusal } from './payment-gateway.ts'

/** No usable answer of a payment gateway: what it did is unknown, and nothing may follow from it. */
export class GatewayError extends Error {
  override name = 'GatewayError'
  /** The gateway did answer: what it was asked about is not there. */
  readonly isMissing: boolean
  constructor(message: string, { isMissing = false, ...options }: ErrorOptions & { isMissing?: boolean } = {}) {
    super(message, options)
    this.isMissing = isMissing
  }
}

/** `fetch`, or the same for paths of this server. */
export type Send = (path: string, init: RequestInit) => Promise<Response>
/** `body` is undefined when it is no JSON. */
export type Answer = { status: number; body: unknown }
/** Calls of one gateway, in JSON. */
export type Calls = {
  /** A question, with a body where the gateway takes it by POST; asked once more after 429 or 5xx. */
  read(path: string, headers: Record<string, string>, body?: object): Promise<Answer>
  /** Something that changes their books; never repeated here. */
  write(path: string, headers: Record<string, string>, body: object): Promise<Answer>
}

const maxPauseMs = 2_000
const defaultPauseMs = 250

/**
 * Calls of one gateway with a time limit for each, its second try included. Redirects are not followed: keys must not travel.
 * @throws GatewayError when no answer came
 */
export function gatewayCalls(name: string, send: Send, timeoutMs: number): Calls {
  async function once(what: string, path: string, init: RequestInit) {
    const reply = await send(path, init).catch((cause: unknown) => {
      throw new GatewayError(`${what} gave no answer`, { cause })
    })
    const text = await reply.text().catch((cause: unknown) => {
      throw new GatewayError(`${what} broke off its answer`, { cause })
    })
    return { answer: { status: reply.status, body: parseJson(text) }, pauseMs: retryDelayMs(reply.headers) }
  }
  const started = (init: RequestInit): RequestInit => ({
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return {
    async read(path, headers, body) {
      const what = `${name}: ${body ? 'POST' : 'GET'} ${path}`
      const init = started(
        body
          ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
          : { method: 'GET', headers },
      )
      const first = await once(what, path, init)
      const isTransient = first.answer.status === 429 || first.answer.status >= 500
      if (!isTransient || first.pauseMs > maxPauseMs) return first.answer
      await pause(first.pauseMs)
      return (await once(what, path, init)).answer
    },
    async write(path, headers, body) {
      const init = started({
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await once(`${name}: POST ${path}`, path, init)).answer
    },
  }
}

/** What `retry-after` (seconds or a date), or Cashfree's own header, asks us to wait. */
function retryDelayMs(headers: Headers): number {
  const header = headers.get('retry-after') ?? headers.get('x-ratelimit-retry')
  if (!header) return defaultPauseMs
  const seconds = Number(header)
  const pauseMs = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  return Number.isNaN(pauseMs) ? defaultPauseMs : Math.max(pauseMs, 0)
}

/** JSON of text or bytes; undefined when it is none. */
export function parseJson(raw: string | Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300

/** The body of a success in its shape; anything else throws. */
export function parseBody<S extends z.ZodType>(schema: S, answer: Answer, what: string): z.output<S> {
  if (!isSuccess(answer)) {
    // Razorpay says 400 of an id it does not know.
    const isMissing = answer.status === 404 || answer.status === 400
    throw new GatewayError(`${what} answered ${answer.status}: ${reasonOf(answer)}`, { isMissing })
  }
  if (answer.body === undefined) throw new GatewayError(`${what} answered no JSON`)
  const parsed = schema.safeParse(answer.body)
  if (!parsed.success) throw new GatewayError(`${what} answered another shape: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

const failure = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ error: z.object({ description: z.string() }) }).transform(({ error }) => error.description),
])

/** The gateway's own words for a failure, cut to a line. */
export const reasonOf = (answer: Answer): string => (failure.safeParse(answer.body).data ?? 'no reason').slice(0, 200)

/** Throws unless the gateway speaks about what it was asked: a lie about one thing makes the rest worthless. */
export function assertMatches(what: string, given: unknown, expected: string | number): void {
  if (given !== expected) throw new GatewayError(`${what} is ${JSON.stringify(given)}, but must be ${expected}`)
}

/** Compares a signature without telling by its time how much of it was right. */
export function isEqualSecret(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A webhook is repeated for a day at most (Razorpay's documentation; Cashfree's usual 42 minutes can be set longer). */
const maxAgeMs = 24 * 3_600_000

/** Whether a notice of this time is older than any repetition, or from a future no clock explains. */
export const isStale = (sentAtMs: number, now: Date): boolean => !(Math.abs(now.getTime() - sentAtMs) <= maxAgeMs)

/** More pages than any week has: a list that goes on beyond them does not end. */
const maxPages = 1_000

/**
 * Every page of a list. `page` gets where it goes on and answers its rows and where the next one begins; null ends it.
 * @throws GatewayError when the list leads back to where it was
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

/** Each once, the last one counts: a row that moved to the next page while we read comes twice. */
export const uniqueBy = <T>(all: readonly T[], idOf: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [idOf(one), one])).values(),
]

/**
 * Sends a refund and says what became of it. When the gateway refuses or fails, an earlier call with the same id may have made
 * it, so its list of refunds is asked before anything is said.
 */
export async function refundOnce(
  refund: NewRefund,
  send: () => Promise<Answer>,
  read: (answer: Answer) => Refund,
  list: () => Promise<Refund[]>,
): Promise<Refund | Refusal> {
  const answer = await send()
  const made = isSuccess(answer) ? read(answer) : (await list()).find((one) => one.refundId === refund.refundId)
  if (made) {
    assertMatches('the id of the refund', made.refundId, refund.refundId)
    assertMatches(`the amount of refund ${refund.refundId}`, made.amountPaise, refund.amountPaise)
    return made
  }
  if (answer.status === 400 || answer.status === 422) return { status: 'refused', reason: reasonOf(answer) }
  throw new GatewayError(`refund ${refund.refundId} was answered ${answer.status}: ${reasonOf(answer)}`)
}
