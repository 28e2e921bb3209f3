import { LRUCache } from 'lru-cache'

/** The lists of the cache that an entry is in. */
const ENTRY_BYTES = 100

type Options<V extends object | string | number | boolean> = Pick<
  LRUCache.OptionsBase<string, V, unknown>,
  'ttl' | 'fetchMethod' | 'memoMethod'
> & {
  /** All entries together, keys included. */
  maxBytes: number
  /** Without it the values take no memory that counts. */
  bytesOf?: (value: V) => number
}

/**
 * Creates a cache by text that is bounded in bytes, so that no client can fill the memory; the least recently used entries are dropped first.
 * What is made from database rows belongs in a `TableCache`, which writes invalidate.
 */
export const createBoundedCache = <V extends object | string | number | boolean>({ maxBytes, bytesOf = () => 0, ...options }: Options<V>) =>
  new LRUCache<string, V>({
    ...options,
    maxSize: maxBytes,
    sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length + ENTRY_BYTES,
  })
