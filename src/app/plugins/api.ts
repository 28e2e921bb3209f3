/** Registers a Fastify route for each endpoint that the features declare. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { apiRoutes } from '#app/registry.ts'
import { registerRoutes, type RateLimiters } from '#platform/http/api-server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Rate limiters by endpoint path, for routes such as HTML forms that share an endpoint's limit. */
    rateLimiters: RateLimiters
  }
}

export async function apiPlugin(app: FastifyInstance, services: AppServices): Promise<void> {
  app.decorate('rateLimiters', registerRoutes(app, apiRoutes, services))
}
