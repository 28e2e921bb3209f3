/** How often somebody may call an endpoint that has a limit: counted for each site and each network. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { createRateLimitStore } from '#features/counting/rate-limit-store.ts'
import { AppError } from '#platform/contract/errors.ts'

/** So many networks are counted at once: whoever has not called for longest is forgotten first. */
const MAX_COUNTED = 5_000

export async function rateLimits(app: FastifyInstance, { sites, watchChanges }: AppServices): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    // Of several processes each sees a part of the calls.
    ...(watchChanges ? { store: createRateLimitStore(sites.main.db) } : {}),
    // For each limited call; a key is a site and a network, and so a few dozen bytes.
    cache: MAX_COUNTED,
    errorResponseBuilder: (_, { after }) => new AppError(429, 'rate.limited', `That was a lot at once. Please try again in ${after}.`),
  })
}
