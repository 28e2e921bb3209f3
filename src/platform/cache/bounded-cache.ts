import { LRUCache } from 'lru-cache'

/** Approximate overhead of an entry in the cache's own lists. */
const ENTRY_BYTES = 100

type Options<V extends object | string | number | boolean> = Pick<
  LRUCache.OptionsBase<string, V, unknown>,
  'ttl' | 'fetchMethod' | 'memoMethod'
> & {
  /** Limit for all entries together, including keys and overhead. */
  maxBytes: number
  /** Returns the size of a value. Default: 0. */
  bytesOf?: (value: V) => number
}

/**
 * Creates an LRU cache with string keys that is bounded in bytes, so that no client can fill the memory.
 * Values computed from database rows belong in a `TableCache`, which writes invalidate.
 */
export const createBoundedCache = <V extends object | string | number | boolean>({ maxBytes, bytesOf = () => 0, ...options }: Options<V>) =>
  new LRUCache<string, V>({
    ...options,
    maxSize: maxBytes,
    sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length + ENTRY_BYTES,
  })
