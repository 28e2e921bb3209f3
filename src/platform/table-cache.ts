/**
 * Keeps what was made from the database until something it was made from changes: a table, or some rows of one. Bounded in memory, one
 * making for many who wait, and nothing is kept that a write has overtaken. Pages and their data are both kept this way.
 */
import { LRUCache } from 'lru-cache'
import { createAgeClock } from './age-clock.ts'

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
}

/** Everything on a site depends on how it is set. */
const SETTINGS = 'settings'
/** Longer keys are made up: what is kept under one would push out what is asked for twice. */
const MAX_KEY_LENGTH = 3_000
/** What an entry takes beside what it holds: its places in the lists of the cache, its tables. */
const ENTRY_BYTES = 700
/** So many are looked through for those that are of no more use. */
const MAX_CHANGES = 1_000
/** Words such as "5 minutes ago" grow old. */
const MAX_AGE_MS = 5 * 60_000

/** Of a text beside its letters. */
const TEXT_BYTES = 24
const bytesOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length + TEXT_BYTES, 0)

export class TableCache<T> {
  readonly #entries: LRUCache<string, CacheEntry<T>>
  readonly #waiting = new Map<string, { site: string; promise: Promise<CacheEntry<T>> }>()
  /** What has changed, and when; only while something is being made that may have read it before. */
  readonly #changes = new Map<string, number>()
  /** When each of those that are being made began. */
  readonly #making: number[] = []
  #hits = 0
  #misses = 0
  #clock = 0
  /** @param maxBytes the most that entries may take together, with their keys, roughly; one alone takes no more than a tenth */
  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 10),
      sizeCalculation: (entry, key) => Math.ceil(entry.bytes) + key.length * 2 + bytesOf(entry.tables) + ENTRY_BYTES,
      ttl: MAX_AGE_MS,
      ttlResolution: 0,
      perf: { now: createAgeClock() },
    })
  }

  /** What is kept under this key, if it is not too old. */
  getIfCached(key: string): { value: T; tables: readonly string[] } | undefined {
    return this.#entries.get(key)
  }

  /** What is kept, or is being made, or is made now. */
  async get(site: string, key: string, create: () => Promise<CacheableValue<T>>): Promise<{ value: T; tables: readonly string[] }> {
    const entry = this.#entries.get(key)
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

  /** Drops everything of the site that was made from one of these tables or rows. A result that is still being computed will not be stored. */
  invalidate(site: string, tables: Iterable<string>): void {
    this.#clock += 1
    const changed = new Set(tables)
    if (this.#making.length > 0) for (const table of changed) this.#changes.set(`${site}:${table}`, this.#clock)
    const outdated: string[] = []
    this.#entries.forEach((entry, key) => {
      if (entry.site === site && entry.tables.some((table) => changed.has(table))) outdated.push(key)
    })
    for (const key of outdated) this.#entries.delete(key)
    for (const [key, waiting] of this.#waiting) if (waiting.site === site) this.#waiting.delete(key)
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

  async #create(site: string, key: string, create: () => Promise<CacheableValue<T>>): Promise<CacheEntry<T>> {
    const began = this.#clock
    this.#making.push(began)
    try {
      const { value, tables: from, bytes = 0, maxAgeMs = MAX_AGE_MS } = await create()
      const tables = [...from, SETTINGS]
      const entry = { value, site, tables, bytes }
      const overtaken = tables.some((table) => (this.#changes.get(`${site}:${table}`) ?? 0) > began)
      if (bytes > 0 && !overtaken && key.length <= MAX_KEY_LENGTH) this.#entries.set(key, entry, { ttl: maxAgeMs })
      return entry
    } finally {
      this.#making.splice(this.#making.indexOf(began), 1)
      this.#forgetChanges()
    }
  }

  /** What changed before all that is being made began can overtake none of it. They stand in the order they began in. */
  #forgetChanges(): void {
    const [first] = this.#making
    if (first === undefined) this.#changes.clear()
    else if (this.#changes.size > MAX_CHANGES) for (const [key, at] of this.#changes) if (at <= first) this.#changes.delete(key)
  }
}
