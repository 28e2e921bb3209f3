/** Rate limits of endpoints, counted per site and network. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { createRateLimitStore } from '#features/counting/rate-limit-store.ts'
import { AppError } from '#platform/contract/errors.ts'

/** Maximum counters in memory; the least recently used is evicted first. */
const MAX_COUNTED = 5_000

export async function rateLimits(app: FastifyInstance, { sites, watchChanges }: AppServices): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    // With several processes each sees only a part of the calls, so they share a store in the database.
    ...(watchChanges ? { store: createRateLimitStore(sites.main.db) } : {}),
    // Per limited endpoint; a key is a site and a network, so a few dozen bytes.
    cache: MAX_COUNTED,
    errorResponseBuilder: (_, { after }) => new AppError(429, 'rate.limited', `That was a lot at once. Please try again in ${after}.`),
  })
}
