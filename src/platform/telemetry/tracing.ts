/**
 * Exports OpenTelemetry traces: a span per request, with child spans for database statements and rendering. This module is loaded only if
 * an
 * `OTEL_…` environment variable names a collector; the OpenTelemetry packages read these variables.
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context, type SpanContext } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'

const SERVICE_NAME = 'net-zero'
const CLOSE_TIMEOUT_MS = 2000

/** What is known of a request when it ends. */
export interface RequestEnd {
  /** Method and route pattern, separated by a space. */
  name: string
  /** Id of the site; `null` if the request belongs to no site. */
  site: string | null
  status: number
}
/** The span of a request. */
export interface RequestTrace {
  /** Adds a child span for a statement that ends now. @param sql statement without parameter values @param ms duration */
  addQuery(sql: string, ms: number): void
  /** Runs `work` in a child span. @throws the error of `work` */
  traceStep<T>(name: string, work: () => Promise<T>): Promise<T>
  outcome(end: RequestEnd): void
}
export interface Tracing {
  /** Starts the span of a request. @param traceparent W3C header from a trusted proxy, whose trace the request joins */
  startRequest(method: string, traceparent?: string): RequestTrace
  /** Exports the remaining spans; waits at most two seconds. */
  close(): Promise<void>
}

/** Creates the exporter, which reads its collector and options from the `OTEL_…` environment variables. */
export function createTracing(): Tracing {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const tracer = provider.getTracer(SERVICE_NAME)
  return {
    startRequest(method, traceparent) {
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        parseParentContext(traceparent),
      )
      const parentContext = trace.setSpan(ROOT_CONTEXT, span)
      return {
        addQuery(sql, ms) {
          const now = Date.now()
          const attributes = { 'db.query.text': sql }
          // The span's name is the first word of the statement, such as "select" or "insert".
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
        outcome({ name, site, status }) {
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
    close: () => Promise.race([provider.shutdown(), new Promise<void>((resolve) => void setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())]),
  }
}

/**
 * Parses a `traceparent` header (https://www.w3.org/TR/trace-context/#traceparent-header).
 * @returns the root context if it is missing or invalid
 */
function parseParentContext(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  const parent: SpanContext = { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}
