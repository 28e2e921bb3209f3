/** Serves the liveness (`/healthz`) and readiness (`/readyz`) endpoints. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { isOperatorHost } from '#app/sites/operator-host.ts'
import { engineOf } from '#db/engine.ts'
import { createStorageProbe } from '#platform/files/storage-probe.ts'

/**
 * Paths that also resolve on hosts without a site, such as the IP address that monitoring uses, and that are exempt from overload
 * rejection. On tenant hosts `/metrics` returns 404.
 */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

export async function healthPlugin(app: FastifyInstance, { sites, responseCache, lifecycle, config }: AppServices): Promise<void> {
  // With PostgreSQL, nothing is written to the data folder after startup (at the first start only `secret.key`).
  const isEmbedded = engineOf(sites.main.db) === 'sqlite'
  const canWriteData = isEmbedded && config.dataDir !== undefined ? createStorageProbe(config.dataDir) : async () => true
  // Cache size and memory would show attackers the effect of an attack, so they are off by default and never shown on a tenant site's host.
  const getDetails = (request: FastifyRequest) =>
    config.healthDetails && isOperatorHost(request, sites)
      ? { cache: responseCache.size, memory: Math.round(process.memoryUsage.rss() / 1e6) }
      : undefined
  app.get('/healthz', async (request) => ({ status: 'ok', ...getDetails(request) }))
  app.get('/readyz', async (_request, reply) => {
    if (lifecycle?.isStopping) return reply.status(503).send({ status: 'not ready', reason: 'stopping' })
    if (app.isOverloaded()) return reply.status(503).send({ status: 'not ready', reason: 'overloaded' })
    try {
      await sites.main.db.selectFrom('settings').select('key').limit(1).execute()
      if (await canWriteData()) return { status: 'ready' }
      return reply.status(503).send({ status: 'not ready', reason: 'data folder not writable' })
    } catch {
      return reply.status(503).send({ status: 'not ready', reason: 'database not responding' })
    }
  })
}
