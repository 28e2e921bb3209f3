/** One Fastify route for each endpoint that the features declare. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { apiRoutes } from '#app/registry.ts'
import { registerRoutes, type RateLimiters } from '#platform/http/api-server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** For whatever else leads to an endpoint: it counts there. */
    rateLimiters: RateLimiters
  }
}

export async function apiPlugin(app: FastifyInstance, services: AppServices): Promise<void> {
  app.decorate('rateLimiters', registerRoutes(app, apiRoutes, services))
}
