import type { Log } from './log.ts'
import { noTracing, type Tracing } from './spans.ts'

/** Sends traces to an OTLP/HTTP endpoint. Without one, nothing of OpenTelemetry is loaded. */
export async function openTracing(endpoint: string | null, log: Log): Promise<Tracing> {
  if (endpoint === null) return noTracing
  const { createTracing } = await import('./open-telemetry.ts')
  return createTracing(endpoint, log)
}
