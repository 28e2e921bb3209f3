/** Registers the rate limits of endpoints, which are counted per site and network. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { createRateLimitStore } from '#features/counting/rate-limit-store.ts'
import { AppError } from '#platform/contract/errors.ts'

/** Maximum number of counters per endpoint in memory; the least recently used is evicted first. */
const MAX_COUNTERS_PER_ENDPOINT = 5_000

export async function rateLimitsPlugin(app: FastifyInstance, { sites, watchChanges }: AppServices): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    // With several processes, each sees only some of the calls, so they share a store in the database.
    ...(watchChanges ? { store: createRateLimitStore(sites.main.db) } : {}),
    // Not used by the store in the database. Each limited endpoint has its own cache. A key consists of endpoint, site and network, so an entry is small.
    cache: MAX_COUNTERS_PER_ENDPOINT,
    errorResponseBuilder: (_, { after }) => new AppError(429, 'rate.limited', `That was a lot at once. Please try again in ${after}.`),
  })
}
