/** Each request and each job is known to what is done for it: see `platform/work-scope.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { routeLabel } from '#app/route-label.ts'
import type { Context } from '#platform/context.ts'
import { runInScope, type WorkScope } from '#platform/work-scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    scope: WorkScope
  }
}

export async function workScope(app: FastifyInstance, { config, jobRunner }: AppServices): Promise<void> {
  const slowQueryMs = config.watch?.slowQueryMs ?? 0
  app.decorateRequest('scope')
  app.addHook('onRequest', (request, _reply, done) => {
    request.scope = { route: () => routeLabel(request), site: () => siteOf(request), log: request.log, slowQueryMs }
    runInScope(request.scope, done)
  })
  jobRunner.around.push((job, site, work) =>
    runInScope({ route: () => `job ${job.name}`, site: () => site.id, log: app.log, slowQueryMs }, work),
  )
}

const siteOf = (request: FastifyRequest): string | null => (request.ctx as Context | undefined)?.site.id ?? null
