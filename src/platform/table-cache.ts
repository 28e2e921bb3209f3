/**
 * Keeps what was made from the database until one of the tables it was made from changes. Bounded in memory, one
 * making for many who wait, and nothing is kept that a write has overtaken. Pages and their data are both kept this way.
 */

/** What was made, and the tables it was made from. `bytes` is rough; undefined keeps it from being kept. */
export interface Made<T> {
  value: T
  tables: Iterable<string>
  bytes: number | undefined
}

interface Kept<T> {
  value: T
  site: string
  tables: readonly string[]
  bytes: number
  madeAt: number
}

/** Everything on a site depends on how it is set. */
const SETTINGS = 'settings'
/** Words such as "5 minutes ago" grow old. */
const MAX_AGE_MS = 5 * 60_000

export class TableCache<T> {
  #kept = new Map<string, Kept<T>>()
  #waiting = new Map<string, { site: string; promise: Promise<Kept<T>> }>()
  #changes = new Map<string, number>()
  #clock = 0
  #bytes = 0
  readonly #maxBytes: number
  /** @param maxBytes the most that entries may take together, roughly */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** What is kept under this key, if it is not too old. */
  find(key: string): { value: T; tables: readonly string[] } | undefined {
    const kept = this.#kept.get(key)
    if (kept && Date.now() - kept.madeAt > MAX_AGE_MS) {
      this.#drop(key)
      return undefined
    }
    return kept
  }

  /** What is kept, or is being made, or is made now. */
  async get(site: string, key: string, make: () => Promise<Made<T>>): Promise<{ value: T; tables: readonly string[] }> {
    const kept = this.find(key)
    if (kept) {
      this.#moveToYoungEnd(key)
      return kept
    }
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting.promise
    const promise = this.#make(site, key, make)
    this.#waiting.set(key, { site, promise })
    try {
      return await promise
    } finally {
      if (this.#waiting.get(key)?.promise === promise) this.#waiting.delete(key)
    }
  }

  /** Drops everything of the site that was made from one of these tables. What is being made is not kept. */
  invalidate(site: string, tables: Iterable<string>): void {
    this.#clock += 1
    const changed = new Set(tables)
    for (const table of changed) this.#changes.set(`${site}:${table}`, this.#clock)
    for (const [key, kept] of this.#kept) {
      if (kept.site === site && kept.tables.some((table) => changed.has(table))) this.#drop(key)
    }
    for (const [key, waiting] of this.#waiting) if (waiting.site === site) this.#waiting.delete(key)
  }

  /** For the operator: how many entries, how many bytes roughly. */
  get size() {
    return { entries: this.#kept.size, bytes: Math.round(this.#bytes) }
  }

  async #make(site: string, key: string, make: () => Promise<Made<T>>): Promise<Kept<T>> {
    const began = this.#clock
    const { value, tables: from, bytes } = await make()
    const tables = [...from, SETTINGS]
    const made = { value, site, tables, bytes: bytes ?? 0, madeAt: Date.now() }
    const overtaken = tables.some((table) => (this.#changes.get(`${site}:${table}`) ?? 0) > began)
    if (bytes !== undefined && !overtaken && bytes < this.#maxBytes / 10) {
      this.#drop(key)
      this.#kept.set(key, made)
      this.#bytes += bytes
      while (this.#bytes > this.#maxBytes) this.#drop(this.#kept.keys().next().value ?? '')
    }
    return made
  }

  #moveToYoungEnd(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    this.#kept.delete(key)
    this.#kept.set(key, kept)
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    this.#kept.delete(key)
    this.#bytes -= kept.bytes
  }
}
