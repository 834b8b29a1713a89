import { withWorkIds, workIds } from './work-ids.ts'

/** What a span is about: a visitor's request, a request of a page in memory, a job, or a call of an outside service. */
export type SpanKind = 'request' | 'page' | 'job' | 'call'
/** Names from the code, ids of ours and numbers: never a value of a person. */
type SpanAttributes = Record<string, string | number>
export type Span = {
  /** W3C header that makes other spans its children. */
  traceparent: string
  end(of?: { attributes?: SpanAttributes; isFailed?: boolean }): void
}
export type Tracing = {
  /** Starts a span below the one of this moment; null if traces are off. */
  start(name: string, kind: SpanKind, attributes: SpanAttributes): Span | null
  stop(): Promise<void>
}

export const noTracing: Tracing = { start: () => null, stop: async () => {} }

/** Starts `work` in a span, which ends with its promise. Without a promise there is no span. */
export function inSpan<T>(
  tracing: Tracing,
  { name, kind, attributes }: { name: string; kind: SpanKind; attributes: SpanAttributes },
  work: () => T,
): T {
  const span = tracing.start(name, kind, attributes)
  if (!span) return work()
  const outcome = withWorkIds({ ...workIds(), traceparent: span.traceparent }, work)
  if (outcome instanceof Promise)
    outcome.then(
      () => span.end(),
      (error: unknown) => span.end({ isFailed: true, attributes: { 'error.type': nameOf(error) } }),
    )
  return outcome
}

/** The kind of an error; its message may hold a phone number. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)
