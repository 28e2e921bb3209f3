/** Runs each request and job in a work scope (`platform/telemetry/work-scope.ts`), which labels its slow statements and traces. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { getRouteLabel } from './route-label.ts'
import type { Context } from '#platform/contract/context.ts'
import type { RequestTrace } from '#platform/telemetry/tracing.ts'
import { runInScope } from '#platform/telemetry/work-scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Span of the request; `undefined` unless traces are collected. */
    trace: RequestTrace | undefined
  }
}

export async function workScopePlugin(app: FastifyInstance, { config, jobEnvironment, tracing }: AppServices): Promise<void> {
  const isProxyTrusted = config.trustProxy !== false
  const slowQueryMs = config.watch?.slowQueryMs ?? 0
  app.decorateRequest('trace', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const scope = { route: () => getRouteLabel(request), site: () => getSiteId(request), log: request.log, slowQueryMs }
    if (!tracing) return runInScope(scope, done)
    request.trace = tracing.startRequest(request.method, isProxyTrusted ? request.headers['traceparent']?.toString() : undefined)
    const { addQuery, traceStep } = request.trace
    return runInScope({ ...scope, addQuery, traceStep }, done)
  })
  if (tracing) {
    app.addHook('onResponse', async (request, { statusCode }) =>
      request.trace?.outcome({ name: getRouteLabel(request), site: getSiteId(request), status: statusCode }),
    )
    app.addHook('onClose', () => tracing.close())
  }
  jobEnvironment.around.push((job, site, work) =>
    runInScope({ route: () => `job ${job.name}`, site: () => site.id, log: app.log, slowQueryMs }, work),
  )
}

const getSiteId = (request: FastifyRequest): string | null => (request.ctx as Context | undefined)?.site.id ?? null
