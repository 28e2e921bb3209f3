/**
 * Traces for a collector that speaks OpenTelemetry: what a request was, each statement and each rendering within it. Loaded only where one of
 * the usual variables names a collector; all of them (`OTEL_…`) are read by the packages themselves.
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context, type SpanContext } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'

const NAME = 'net-zero'
const CLOSE_WITHIN_MS = 2000

export interface RequestEnd {
  /** The pattern of its route, with its method. */
  name: string
  site: string | null
  status: number
}
/** One request, from its first byte to the end of its answer. */
export interface RequestTrace {
  /** @param sql its text, without values @param ms how long it took until now */
  addQuery(sql: string, ms: number): void
  /** Runs work that takes its time, under a name of its own. */
  traceStep<T>(name: string, work: () => Promise<T>): Promise<T>
  end(end: RequestEnd): void
}
export interface Tracing {
  /** @param traceparent W3C's header of a proxy that is trusted: the request belongs to its trace */
  startRequest(method: string, traceparent?: string): RequestTrace
  /** Sends what is left. */
  close(): Promise<void>
}

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
      const within = trace.setSpan(ROOT_CONTEXT, span)
      return {
        addQuery(sql, ms) {
          const now = Date.now()
          const attributes = { 'db.query.text': sql }
          // "select", "insert": the rest is in the text.
          const name = /^\w+/.exec(sql)?.[0] ?? 'query'
          tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: now - ms, attributes }, within).end(now)
        },
        async traceStep(name, work) {
          const step = tracer.startSpan(name, {}, within)
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
    // A collector that does not answer holds nobody up.
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
