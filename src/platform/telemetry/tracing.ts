/**
 * OpenTelemetry traces: a span per request, with child spans for database statements and rendering. Loaded only if an `OTEL_…` variable
 * names a collector; the packages read these variables themselves.
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context, type SpanContext } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'

const NAME = 'net-zero'
const CLOSE_WITHIN_MS = 2000

export interface RequestEnd {
  /** Method and route pattern. */
  name: string
  site: string | null
  status: number
}
export interface RequestTrace {
  /** @param sql without parameters @param ms duration until now */
  addQuery(sql: string, ms: number): void
  /** Runs work in a child span. */
  traceStep<T>(name: string, work: () => Promise<T>): Promise<T>
  end(end: RequestEnd): void
}
export interface Tracing {
  /** @param traceparent W3C header of a trusted proxy, whose trace the request joins */
  startRequest(method: string, traceparent?: string): RequestTrace
  /** Exports the remaining spans, for two seconds at most. */
  close(): Promise<void>
}

/** Creates the exporter; its collector and options come from the `OTEL_…` variables. */
export function createTracing(): Tracing {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': NAME }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const tracer = provider.getTracer(NAME)
  return {
    startRequest(method, traceparent) {
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } }, parentOf(traceparent))
      const parentContext = trace.setSpan(ROOT_CONTEXT, span)
      return {
        addQuery(sql, ms) {
          const now = Date.now()
          const attributes = { 'db.query.text': sql }
          // "select", "insert"
          const name = /^\w+/.exec(sql)?.[0] ?? 'query'
          tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: now - ms, attributes }, parentContext).end(now)
        },
        async traceStep(name, work) {
          const step = tracer.startSpan(name, {}, parentContext)
          try {
            return await work()
          } finally {
            step.end()
          }
        },
        end({ name, site, status }) {
          const [, route = ''] = name.split(' ')
          span.updateName(name)
          span.setAttributes({
            'http.route': route,
            'http.response.status_code': status,
            ...(site === null ? {} : { 'net_zero.site': site }),
          })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    // A collector that does not respond must not delay shutdown.
    close: () => Promise.race([provider.shutdown(), new Promise<void>((resolve) => void setTimeout(resolve, CLOSE_WITHIN_MS).unref())]),
  }
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function parentOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  const parent: SpanContext = { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}
