/** Caches that a write invalidates together. A `TableCache` joins its group when it is created, so that none can be left out. */
export interface InvalidatableCache {
  invalidate(siteId: string, tables: Iterable<string>): void
}

export class CacheGroup implements InvalidatableCache {
  readonly #members: InvalidatableCache[]

  /** @param members groups that are invalidated with this one */
  constructor(...members: CacheGroup[]) {
    this.#members = members
  }

  /** Called by the constructor of a cache. */
  add(cache: InvalidatableCache): void {
    this.#members.push(cache)
  }

  /** Drops everything of the site that was made from one of these tables or rows. */
  invalidate(siteId: string, tables: Iterable<string>): void {
    const written = [...tables]
    for (const cache of this.#members) cache.invalidate(siteId, written)
  }
}

/** Caches of modules, which all servers of the process share. A server's group has it as a member. */
export const processCaches = new CacheGroup()
