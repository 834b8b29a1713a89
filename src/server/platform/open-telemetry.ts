import { SpanKind as Kind, ROOT_CONTEXT, type SpanContext, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Log } from './log.ts'
import type { SpanKind, Tracing } from './spans.ts'
import { workIds } from './work-ids.ts'

const timeoutMs = 5_000
const sendEveryMs = 2_000
const kinds: Record<SpanKind, Kind> = {
  request: Kind.SERVER,
  page: Kind.INTERNAL,
  job: Kind.CONSUMER,
  call: Kind.CLIENT,
}

/** The span that a W3C header names. */
function contextOf(traceparent: string | undefined) {
  const [, traceId, spanId, flags] = traceparent?.split('-') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  })
}
const headerOf = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

/** Reports once that the endpoint takes no traces, and once that it does again. */
function reported(exporter: SpanExporter, log: Log): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0 && !isAway)
          log.warn({ event: 'traces-unsent', err: result.error }, 'traces cannot be sent')
        if (result.code === 0 && isAway) log.warn({ event: 'traces-sent' }, 'traces are sent again')
        isAway = result.code !== 0
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

/** Traces in batches to `<endpoint>/v1/traces`. Spans that cannot be sent are dropped. */
export function createTracing(endpoint: string, log: Log): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: timeoutMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'mentorsetu' }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reported(exporter, log),
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: timeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer('mentorsetu')
  return {
    start(name, kind, attributes) {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(workIds().traceparent))
      return {
        traceparent: headerOf(span.spanContext()),
        end({ attributes: more = {}, isFailed = false } = {}) {
          span.setAttributes(more)
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    stop: () => provider.shutdown().catch(() => {}),
  }
}
