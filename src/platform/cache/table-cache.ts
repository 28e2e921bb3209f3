/**
 * Keeps what was made from the database until something it was made from changes: a table, or some rows of one. Bounded in memory, one
 * making for many who wait, and nothing is kept that a write has overtaken. Pages and their data are both kept this way.
 */
import { LRUCache } from 'lru-cache'
import { createAgeClock } from './age-clock.ts'
import type { CacheGroup, InvalidatableCache } from './cache-group.ts'

/** What was made, and the tables and keys of rows it was made from. `bytes` is rough; undefined keeps it from being kept. `maxAgeMs` is five minutes where it is not said. */
export interface CacheableValue<T> {
  value: T
  tables: Iterable<string>
  bytes: number | undefined
  maxAgeMs?: number | undefined
}

interface CacheEntry<T> {
  value: T
  site: string
  tables: readonly string[]
  bytes: number
  /** By the cache's own clock: when its making began, or it was last found that nothing had changed. */
  current: number
}

/** Everything on a site depends on how it is set. */
const SETTINGS = 'settings'
/** Longer keys are made up: what is kept under one would push out what is asked for twice. */
const MAX_KEY_LENGTH = 3_000
/** What an entry takes beside what it holds: its places in the lists of the cache, its tables. */
const ENTRY_BYTES = 700
/** When so many are known, all that is kept is looked through once, and they can be forgotten. */
const MAX_CHANGES = 2_000
/** Words such as "5 minutes ago" grow old. */
const MAX_AGE_MS = 5 * 60_000

/** Of a text beside its letters. */
const TEXT_BYTES = 24
const bytesOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length + TEXT_BYTES, 0)

export class TableCache<T> implements InvalidatableCache {
  readonly #entries: LRUCache<string, CacheEntry<T>>
  readonly #waiting = new Map<string, { site: string; promise: Promise<CacheEntry<T>> }>()
  /** Of each site what has changed, and when, by the cache's own clock. What is kept is held against it when it is asked for, so that a write costs the same however much is kept. */
  readonly #changes = new Map<string, Map<string, number>>()
  #knownChanges = 0
  #sweepAfter = MAX_CHANGES
  /** When each of those that are being made began. */
  readonly #making: number[] = []
  #hits = 0
  #misses = 0
  #clock = 0
  /**
   * @param group whose invalidation reaches this cache too
   * @param maxBytes the most that entries may take together, with their keys, roughly; one alone takes no more than a tenth
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

  /** What is kept under this key, if nothing it was made from has changed and it is not too old. */
  getIfCached(key: string): { value: T; tables: readonly string[] } | undefined {
    return this.#find(key)
  }

  /**
   * What is kept, or is being made, or is made now.
   * @param create gets what was kept, where something that it was made from was written to since. Should it be right all the same, it returns that: it is kept as long as it would have been
   */
  async get(
    site: string,
    key: string,
    create: (outdated: T | undefined) => Promise<CacheableValue<T>>,
  ): Promise<{ value: T; tables: readonly string[] }> {
    const entry = this.#find(key)
    const waiting = entry ? undefined : this.#waiting.get(key)
    if (entry ?? waiting) this.#hits += 1
    else this.#misses += 1
    if (entry) return entry
    if (waiting) return waiting.promise
    const promise = this.#create(site, key, create)
    this.#waiting.set(key, { site, promise })
    try {
      return await promise
    } finally {
      if (this.#waiting.get(key)?.promise === promise) this.#waiting.delete(key)
    }
  }

  /** From now on nothing of the site is found that was made from one of these tables or rows. A result that is still being computed will not be stored. */
  invalidate(site: string, tables: Iterable<string>): void {
    this.#clock += 1
    let changes = this.#changes.get(site)
    if (!changes) this.#changes.set(site, (changes = new Map()))
    const before = changes.size
    for (const table of tables) changes.set(table, this.#clock)
    this.#knownChanges += changes.size - before
    for (const [key, waiting] of this.#waiting) if (waiting.site === site) this.#waiting.delete(key)
    if (this.#knownChanges > this.#sweepAfter) this.#sweep()
  }

  /** Drops one entry: its maker knows that it is old. */
  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** For the operator: how many entries, how many bytes roughly. */
  get size() {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize }
  }

  /** How often what was asked for was there, or being made, and how often it had to be made. */
  get counts() {
    return { hits: this.#hits, misses: this.#misses }
  }

  #find(key: string): CacheEntry<T> | undefined {
    const entry = this.#entries.get(key)
    return entry && this.#isCurrent(entry) ? entry : undefined
  }

  #isCurrent(entry: CacheEntry<T>): boolean {
    if (entry.current === this.#clock) return true
    const changes = this.#changes.get(entry.site)
    if (changes && entry.tables.some((table) => (changes.get(table) ?? 0) > entry.current)) return false
    entry.current = this.#clock
    return true
  }

  async #create(site: string, key: string, create: (outdated: T | undefined) => Promise<CacheableValue<T>>): Promise<CacheEntry<T>> {
    const outdated = this.#entries.peek(key)
    const began = this.#clock
    this.#making.push(began)
    try {
      const { value, tables: from, bytes = 0, maxAgeMs = MAX_AGE_MS } = await create(outdated?.value)
      const entry = { value, site, tables: [...from, SETTINGS], bytes, current: began }
      const ttl = outdated && value === outdated.value ? this.#remainingOf(key, outdated) : maxAgeMs
      if (bytes > 0 && key.length <= MAX_KEY_LENGTH && ttl > 0 && this.#isCurrent(entry)) this.#entries.set(key, entry, { ttl })
      return entry
    } finally {
      if (outdated && this.#entries.peek(key) === outdated) this.#entries.delete(key)
      this.#making.splice(this.#making.indexOf(began), 1)
    }
  }

  /** How long an entry would be kept yet; 0 when it was pushed out, or another has taken its place. */
  #remainingOf(key: string, entry: CacheEntry<T>): number {
    return this.#entries.peek(key) === entry ? this.#entries.getRemainingTTL(key) : 0
  }

  /** Lets go of all that is no longer found, and of the changes that nothing has to be held against any more: whatever is being made stands in the order it began in. */
  #sweep(): void {
    const outdated: string[] = []
    this.#entries.forEach((entry, key) => void (this.#isCurrent(entry) || outdated.push(key)))
    for (const key of outdated) this.#entries.delete(key)
    const [oldest = this.#clock] = this.#making
    this.#knownChanges = 0
    for (const [site, changes] of this.#changes) {
      for (const [table, at] of changes) if (at <= oldest) changes.delete(table)
      if (changes.size === 0) this.#changes.delete(site)
      this.#knownChanges += changes.size
    }
    // While something takes long to make, all that changes has to be remembered: it is not looked through each time.
    this.#sweepAfter = MAX_CHANGES + 2 * this.#knownChanges
  }
}
