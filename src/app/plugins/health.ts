/** For whoever watches the process: whether it runs, and whether it can answer. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { engineOf } from '#db/engine.ts'
import { createStorageProbe } from '#platform/storage-probe.ts'

/** Whoever watches the process asks it by its number, which is no site's host. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

export async function healthPlugin(app: FastifyInstance, { sites, responseCache, lifecycle, config }: AppServices): Promise<void> {
  // With a PostgreSQL server nothing is written to the folder: the server says itself when it is full.
  const isEmbedded = engineOf(sites.main.db) === 'sqlite'
  const canStore = isEmbedded && config.dataDir !== undefined ? createStorageProbe(config.dataDir) : async () => true
  // Anybody may ask: figures that tell an attacker how far they have come are for whoever has set so.
  const details = () =>
    config.healthDetails ? { cache: responseCache.size, memory: Math.round(process.memoryUsage.rss() / 1e6) } : undefined
  app.get('/healthz', async () => ({ status: 'ok', ...details() }))
  app.get('/readyz', async (_request, reply) => {
    if (lifecycle?.isStopping) return reply.status(503).send({ status: 'not ready', reason: 'stopping' })
    if (app.isOverloaded()) return reply.status(503).send({ status: 'not ready', reason: 'overloaded' })
    try {
      await sites.main.db.selectFrom('settings').select('key').limit(1).execute()
      if (await canStore()) return { status: 'ready' }
      return reply.status(503).send({ status: 'not ready', reason: 'nothing can be written' })
    } catch {
      return reply.status(503).send({ status: 'not ready', reason: 'the database does not answer' })
    }
  })
}
