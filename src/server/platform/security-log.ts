import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { alertsAbove, type SecurityEvent } from '#contract/admin/security-events.ts'
import type { ErrorCode } from '#contract/wire/errors.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'
import { type Log, withoutSecrets } from './log.ts'
import { signerFor } from './sealed.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the error this request was answered with. */
    failure: ErrorCode | null
  }
}

const eventOfCode: Partial<Record<ErrorCode, SecurityEvent>> = {
  'login-required': 'login-required',
  'not-admin': 'not-allowed',
  'not-allowed': 'not-allowed',
  'cross-site': 'cross-site',
  'rate-limited': 'rate-limited',
  'otp-too-soon': 'rate-limited',
  'message-too-fast': 'rate-limited',
  'otp-wrong': 'wrong-code',
  'otp-wrong-last': 'wrong-code',
  'otp-blocked': 'wrong-code',
  'second-factor-wrong': 'wrong-second-factor',
  'recovery-code-wrong': 'wrong-second-factor',
}

const writeMs = 20_000

/**
 * Logs each request in one line at info, and refusals that may be attacks at warn. These are also counted by the hour in
 * `security_hour`, written every 20 seconds and on close. People appear as keyed hashes.
 */
export function logRequests(app: FastifyInstance, config: Config, db: Db, log: Log) {
  const signer = signerFor(config.secretKeys, 'security log')
  const hashed = (value: string) => signer.sign(value).toString('hex').slice(0, 16)
  let waiting = new Map<SecurityEvent, number>()

  app.decorateRequest('failure', null)
  app.addHook('onResponse', async (request, reply) => {
    const path = pathOf(request)
    if (path.startsWith('/assets/') || path.startsWith('/health/')) return
    const line = { requestId: request.id, method: request.method, path, status: reply.statusCode }
    log.info({ ...line, ms: Math.round(reply.elapsedTime) }, 'request')
    const event = eventOf(request, reply)
    if (!event) return
    waiting.set(event, (waiting.get(event) ?? 0) + 1)
    const account = request.viewer ? hashed(request.viewer.accountId) : null
    log.warn({ ...line, event, account, address: hashed(request.ip ?? '') }, 'refused')
  })

  async function write(): Promise<void> {
    if (waiting.size === 0) return
    const counts = [...waiting].map(([event, count]) => ({ event, count }))
    waiting = new Map()
    const { rows } = await sql<{ event: SecurityEvent; total: number; added: number }>`
      with counts as (select * from json_to_recordset(${JSON.stringify(counts)}::json) as c(event text, count integer)),
      written as (insert into security_hour as h (event, hour, count)
        select event, date_trunc('hour', now()), count from counts order by event
        on conflict (event, hour) do update set count = h.count + excluded.count returning event, count)
      select w.event, w.count as total, c.count as added from written w join counts c using (event)`.execute(db)
    for (const { event, total, added } of rows) {
      if (total > alertsAbove[event] && total - added <= alertsAbove[event])
        log.error({ event, total, alertAbove: alertsAbove[event] }, 'alert: more refusals this hour than usual')
    }
  }
  // A failed write of counts must not fail anything else.
  const writing = setInterval(() => void write().catch(() => {}), writeMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(writing)
    await write().catch(() => {})
  })
  return { write }
}
export type SecurityLog = ReturnType<typeof logRequests>

function eventOf({ failure, viewer, params, routeOptions }: FastifyRequest, reply: FastifyReply): SecurityEvent | null {
  if (failure === 'not-allowed' && routeOptions.config.signed) return 'forged-webhook'
  // An id that does not exist, or is somebody else's: both get the same reply.
  if (failure === 'not-found' && viewer && Object.keys(params ?? {}).length > 0) return 'foreign-id'
  if (failure) return eventOfCode[failure] ?? null
  return reply.statusCode === 403 ? 'cross-site' : null
}

/** The route of an API request, whose path may contain a phone number; the path of a page without secrets. */
const pathOf = ({ url, routeOptions }: FastifyRequest): string =>
  routeOptions.url?.includes(':') ? routeOptions.url : withoutSecrets(url)

/** Deletes counts older than the page shows. */
export const deleteOldSecurityCounts = (db: Db) =>
  sql`delete from security_hour where hour < now() - interval '30 days'`.execute(db)
