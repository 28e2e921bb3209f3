/** Where `@fastify/rate-limit` counts when several processes answer: in the main site's database. */
import { hash } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { SiteDatabase } from '#db/tables.ts'
import { HitCounter } from './hit-counter.ts'

/** What the package makes its store of. A key names endpoint, site and network. */
export function createRateLimitStore(db: SiteDatabase): FastifyRateLimitStoreCtor {
  const counter = new HitCounter({ db })
  return class DatabaseStore implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], timeWindow: number): void {
      // No address is kept, and none too long to be a key.
      void counter.add(hash('sha256', key, 'base64url'), timeWindow).then(
        ({ hits, resetsAt }) => callback(null, { current: hits, ttl: Math.max(0, Date.parse(resetsAt) - Date.now()) }),
        (fault: Error) => callback(fault),
      )
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}
