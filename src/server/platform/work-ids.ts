import { AsyncLocalStorage } from 'node:async_hooks'

/** What the work of this moment belongs to; added to each of its log lines. */
export type WorkIds = {
  requestId?: string | undefined
  /** W3C header of the span that runs. */
  traceparent?: string | undefined
  job?: string
  jobId?: string
}

const current = new AsyncLocalStorage<WorkIds>()

/** The request or job that runs; empty outside of both. */
export const workIds = (): WorkIds => current.getStore() ?? {}

/** Runs `work`, and everything it starts, under these ids. */
export const withWorkIds = <T>(ids: WorkIds, work: () => T): T => current.run(ids, work)

/** The ids as log lines show them: of `traceparent` only the trace. */
export function loggedIds(): Record<string, string | undefined> {
  const { traceparent, ...ids } = workIds()
  return { ...ids, ...(traceparent && { traceId: traceOf(traceparent) }) }
}

/** The trace of a W3C header. */
export const traceOf = (traceparent: string): string => traceparent.split('-')[1] ?? ''
