/**
 * Caches values computed from the database until a table or row that they depend on changes. Bounded in memory; concurrent calls share one
 * computation (stampede protection); a value that a write has outdated while it was computed is not stored.
 */
import { LRUCache } from 'lru-cache'
import { createAgeClock } from './age-clock.ts'
import type { CacheGroup, InvalidatableCache } from './cache-group.ts'

export interface CacheableValue<T> {
  value: T
  /** Tables and row keys (`topics:id=1`) that the value depends on. */
  tables: Iterable<string>
  /** Approximate size of the value. 0 and undefined prevent caching. */
  bytes: number | undefined
  /** Maximum age of the entry. Default: five minutes. */
  maxAgeMs?: number | undefined
}

interface CacheEntry<T> {
  value: T
  site: string
  tables: readonly string[]
  bytes: number
  /** Logical clock when the computation began, or when the entry was last validated. */
  validatedAt: number
}

/** Table of the site's settings, on which every entry depends. */
const SETTINGS = 'settings'
/** Values with longer keys are not stored: clients invent such keys, and they would evict useful entries. */
const MAX_KEY_LENGTH = 3_000
/** Approximate overhead of an entry, in bytes. */
const ENTRY_BYTES = 700
/** Number of recorded changes after which all entries are validated, so that the changes can be dropped. */
const MAX_CHANGES = 2_000
/** Limits the age of entries, because texts such as "5 minutes ago" become outdated without a write. */
const MAX_AGE_MS = 5 * 60_000

/** Overhead of a string, in bytes. */
const STRING_BYTES = 24
const bytesOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length + STRING_BYTES, 0)

export class TableCache<T> implements InvalidatableCache {
  readonly #entries: LRUCache<string, CacheEntry<T>>
  readonly #pending = new Map<string, { site: string; promise: Promise<CacheEntry<T>> }>()
  /**
   * Site → table or row key → logical time of its last change. Entries are validated on read, so a write costs the same for any cache size.
   */
  readonly #changes = new Map<string, Map<string, number>>()
  #changeCount = 0
  #sweepAfter = MAX_CHANGES
  /** Logical start times of the running computations, in ascending order. */
  readonly #startTimes: number[] = []
  #hits = 0
  #misses = 0
  /** Logical clock: the number of invalidations. */
  #clock = 0
  /**
   * @param group whose invalidation reaches this cache
   * @param maxBytes approximate limit for all entries with their keys; a single entry is limited to a tenth of it
   */
  constructor(group: CacheGroup, maxBytes: number) {
    group.add(this)
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 10),
      sizeCalculation: (entry, key) => Math.ceil(entry.bytes) + key.length * 2 + bytesOf(entry.tables) + ENTRY_BYTES,
      ttl: MAX_AGE_MS,
      ttlResolution: 0,
      perf: { now: createAgeClock() },
    })
  }

  /** Returns the cached value, unless it is outdated or expired. */
  getIfCached(key: string): { value: T; tables: readonly string[] } | undefined {
    return this.#find(key)
  }

  /**
   * Returns the cached value, or the result of a pending or new computation.
   * @param create receives the outdated value, if there is one. If that is still correct it returns the same object, whose expiry is
   * unchanged
   * @throws what `create` throws, to all callers that wait for it
   */
  async get(
    site: string,
    key: string,
    create: (outdated: T | undefined) => Promise<CacheableValue<T>>,
  ): Promise<{ value: T; tables: readonly string[] }> {
    const entry = this.#find(key)
    const pending = entry ? undefined : this.#pending.get(key)
    if (entry ?? pending) this.#hits += 1
    else this.#misses += 1
    if (entry) return entry
    if (pending) return pending.promise
    const promise = this.#create(site, key, create)
    this.#pending.set(key, { site, promise })
    try {
      return await promise
    } finally {
      if (this.#pending.get(key)?.promise === promise) this.#pending.delete(key)
    }
  }

  /** Invalidates the site's entries that depend on one of these tables or rows. Pending computations of such values are not stored. */
  invalidate(site: string, tables: Iterable<string>): void {
    this.#clock += 1
    let changes = this.#changes.get(site)
    if (!changes) this.#changes.set(site, (changes = new Map()))
    const sizeBefore = changes.size
    for (const table of tables) changes.set(table, this.#clock)
    this.#changeCount += changes.size - sizeBefore
    for (const [key, pending] of this.#pending) if (pending.site === site) this.#pending.delete(key)
    if (this.#changeCount > this.#sweepAfter) this.#sweep()
  }

  /** Drops one entry. */
  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** Number of entries and approximate bytes, for metrics. */
  get size() {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize }
  }

  /** Hits, which include calls that joined a pending computation, and misses, for metrics. */
  get counts() {
    return { hits: this.#hits, misses: this.#misses }
  }

  #find(key: string): CacheEntry<T> | undefined {
    const entry = this.#entries.get(key)
    return entry && this.#isCurrent(entry) ? entry : undefined
  }

  #isCurrent(entry: CacheEntry<T>): boolean {
    if (entry.validatedAt === this.#clock) return true
    const changes = this.#changes.get(entry.site)
    if (changes && entry.tables.some((table) => (changes.get(table) ?? 0) > entry.validatedAt)) return false
    entry.validatedAt = this.#clock
    return true
  }

  async #create(site: string, key: string, create: (outdated: T | undefined) => Promise<CacheableValue<T>>): Promise<CacheEntry<T>> {
    const outdated = this.#entries.peek(key)
    const startedAt = this.#clock
    this.#startTimes.push(startedAt)
    try {
      const { value, tables, bytes = 0, maxAgeMs = MAX_AGE_MS } = await create(outdated?.value)
      const entry = { value, site, tables: [...tables, SETTINGS], bytes, validatedAt: startedAt }
      const ttl = outdated && value === outdated.value ? this.#remainingTtlOf(key, outdated) : maxAgeMs
      if (bytes > 0 && key.length <= MAX_KEY_LENGTH && ttl > 0 && this.#isCurrent(entry)) this.#entries.set(key, entry, { ttl })
      return entry
    } finally {
      if (outdated && this.#entries.peek(key) === outdated) this.#entries.delete(key)
      this.#startTimes.splice(this.#startTimes.indexOf(startedAt), 1)
    }
  }

  /** Returns the remaining lifetime of an entry in milliseconds; 0 if it was evicted or replaced. */
  #remainingTtlOf(key: string, entry: CacheEntry<T>): number {
    return this.#entries.peek(key) === entry ? this.#entries.getRemainingTTL(key) : 0
  }

  /** Drops outdated entries, and the changes that are older than every running computation. */
  #sweep(): void {
    const outdated: string[] = []
    this.#entries.forEach((entry, key) => void (this.#isCurrent(entry) || outdated.push(key)))
    for (const key of outdated) this.#entries.delete(key)
    const [oldest = this.#clock] = this.#startTimes
    this.#changeCount = 0
    for (const [site, changes] of this.#changes) {
      for (const [table, changedAt] of changes) if (changedAt <= oldest) changes.delete(table)
      if (changes.size === 0) this.#changes.delete(site)
      this.#changeCount += changes.size
    }
    // A slow computation keeps changes from being dropped; the higher threshold avoids a sweep on every write meanwhile.
    this.#sweepAfter = MAX_CHANGES + 2 * this.#changeCount
  }
}
