import { sql } from 'kysely'
import type { Provider } from '#contract/wire/health.ts'
import type { Db } from '#server/platform/database.ts'
import type { Metrics } from './metrics.ts'
import { inSpan, noTracing, type Tracing } from './spans.ts'

type Count = { succeeded: number; failed: number; lastSuccessAt: Date | null; lastFailureAt: Date | null }

const writeMs = 20_000

/**
 * Counts successful and failed provider calls in memory and writes them to `provider_hour` every 20 seconds and on close. A
 * killed process loses its last counts. Requests and replies are not stored.
 */
export function countProviders(db: Db, metrics: Metrics, tracing: Tracing = noTracing) {
  let waiting = new Map<Provider, Count>()

  function count(provider: Provider, isFailure: boolean, begun: number): void {
    metrics.providerCalls.inc({ provider, outcome: isFailure ? 'failed' : 'succeeded' })
    metrics.providerSeconds.observe({ provider }, (performance.now() - begun) / 1000)
    const one = waiting.get(provider) ?? { succeeded: 0, failed: 0, lastSuccessAt: null, lastFailureAt: null }
    waiting.set(provider, one)
    one[isFailure ? 'failed' : 'succeeded']++
    one[isFailure ? 'lastFailureAt' : 'lastSuccessAt'] = new Date()
  }

  async function write(): Promise<void> {
    if (waiting.size === 0) return
    const counts = [...waiting].map(([provider, one]) => ({ provider, ...one }))
    waiting = new Map()
    await sql`
      insert into provider_hour as h (provider, hour, succeeded, failed, last_success_at, last_failure_at)
      select provider, date_trunc('hour', now()), succeeded, failed, "lastSuccessAt", "lastFailureAt"
      from json_to_recordset(${JSON.stringify(counts)}::json)
        as c(provider text, succeeded integer, failed integer, "lastSuccessAt" timestamptz, "lastFailureAt" timestamptz)
      order by provider
      on conflict (provider, hour) do update set succeeded = h.succeeded + excluded.succeeded, failed = h.failed + excluded.failed,
        last_success_at = greatest(h.last_success_at, excluded.last_success_at),
        last_failure_at = greatest(h.last_failure_at, excluded.last_failure_at)`.execute(db)
  }
  // A failed write of counts must not fail anything else.
  const writing = setInterval(() => void write().catch(() => {}), writeMs).unref()

  return {
    /** Wraps an adapter so that its promises are counted. Only a rejection is a failure: a refused number is a valid reply. */
    counted<T extends object>(provider: Provider, adapter: T): T {
      return new Proxy(adapter, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return (...given: unknown[]) => {
            const begun = performance.now()
            const span = {
              name: `${provider} ${String(name)}`,
              kind: 'call' as const,
              attributes: { 'mentorsetu.provider': provider },
            }
            const answer: unknown = inSpan(tracing, span, () => value.apply(target, given))
            if (answer instanceof Promise)
              answer.then(
                () => count(provider, false, begun),
                () => count(provider, true, begun),
              )
            return answer
          }
        },
      })
    },
    write,
    async stop(): Promise<void> {
      clearInterval(writing)
      await write().catch(() => {})
    },
  }
}
export type ProviderCounts = ReturnType<typeof countProviders>

/** Deletes counts older than the pages show. */
export const deleteOldCounts = (db: Db) =>
  sql`delete from provider_hour where hour < now() - interval '30 days'`.execute(db)
