/** Runs each request and job in a work scope, which labels its slow queries and traces: see `platform/telemetry/work-scope.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { routeLabel } from './route-label.ts'
import type { Context } from '#platform/contract/context.ts'
import type { RequestTrace } from '#platform/telemetry/tracing.ts'
import { runInScope } from '#platform/telemetry/work-scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** `undefined` unless traces are collected. */
    trace: RequestTrace | undefined
  }
}

export async function workScopePlugin(app: FastifyInstance, { config, jobEnvironment, tracing }: AppServices): Promise<void> {
  const isProxyTrusted = config.trustProxy !== false
  const slowQueryMs = config.watch?.slowQueryMs ?? 0
  app.decorateRequest('trace', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const scope = { route: () => routeLabel(request), site: () => siteOf(request), log: request.log, slowQueryMs }
    if (!tracing) return runInScope(scope, done)
    request.trace = tracing.startRequest(request.method, isProxyTrusted ? request.headers['traceparent']?.toString() : undefined)
    const { addQuery, traceStep } = request.trace
    return runInScope({ ...scope, addQuery, traceStep }, done)
  })
  if (tracing) {
    app.addHook('onResponse', async (request, { statusCode }) =>
      request.trace?.outcome({ name: routeLabel(request), site: siteOf(request), status: statusCode }),
    )
    app.addHook('onClose', () => tracing.close())
  }
  jobEnvironment.around.push((job, site, work) =>
    runInScope({ route: () => `job ${job.name}`, site: () => site.id, log: app.log, slowQueryMs }, work),
  )
}

const siteOf = (request: FastifyRequest): string | null => (request.ctx as Context | undefined)?.site.id ?? null
