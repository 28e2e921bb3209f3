/** Where `@fastify/rate-limit` counts when several processes answer: in the main site's database. */
import { hash } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { SiteDatabase } from '#db/tables.ts'
import { createDependencies, trackDependencies } from '#db/query-dependencies.ts'
import * as queries from './counting.queries.ts'

/** What the package makes its store of. A key names endpoint, site and network. */
export const createRateLimitStore = (db: SiteDatabase): FastifyRateLimitStoreCtor =>
  class DatabaseStore implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], timeWindow: number): void {
      const now = Date.now()
      // No address is kept, and none too long to be a key.
      const hashed = hash('sha256', key, 'base64url')
      const hit = trackDependencies(createDependencies(), () =>
        queries.addHit({ db }, hashed, new Date(now).toISOString(), new Date(now + timeWindow).toISOString()),
      )
      void hit.then(
        ({ hits, resetsAt }) => callback(null, { current: hits, ttl: Math.max(0, Date.parse(resetsAt) - now) }),
        (fault: Error) => callback(fault),
      )
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
