/** Stores the counts of `@fastify/rate-limit` in the main site's database, for installations with several processes. */
import { hash } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { findDatabaseProblem } from '#db/errors.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { HitCounter, type CountedHits } from './hit-counter.ts'

/** Size of the in-memory fallback: about 10,000 keys; the least recently used are dropped first. */
const MAX_LOCAL_CACHE_BYTES = 2 * 1024 * 1024

/**
 * Creates the store. A key consists of endpoint, site and network.
 * While the database does not accept writes, each process counts in memory, so that limits hold and reads do not fail.
 */
export function createRateLimitStore(db: SiteDatabase): FastifyRateLimitStoreCtor {
  const counter = new HitCounter({ db })
  const localCounts = createBoundedCache<CountedHits>({ maxBytes: MAX_LOCAL_CACHE_BYTES })
  const countLocally = (key: string, windowMs: number, now = Date.now()): CountedHits => {
    const previous = localCounts.get(key)
    const isOpen = previous !== undefined && Date.parse(previous.resetsAt) > now
    const updated = isOpen ? { ...previous, hits: previous.hits + 1 } : { hits: 1, resetsAt: new Date(now + windowMs).toISOString() }
    localCounts.set(key, updated)
    return updated
  }
  return class DatabaseStore implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], timeWindow: number): void {
      // The key is hashed, so that no IP address is stored and no key is too long.
      const keyHash = hash('sha256', key, 'base64url')
      const count = async () => {
        try {
          return await counter.add(keyHash, timeWindow)
        } catch (error) {
          if (findDatabaseProblem(error) === undefined) throw error
          return countLocally(keyHash, timeWindow)
        }
      }
      void count().then(
        ({ hits, resetsAt }) => callback(null, { current: hits, ttl: Math.max(0, Date.parse(resetsAt) - Date.now()) }),
        (error: Error) => callback(error),
      )
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}
