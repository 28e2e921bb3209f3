export interface InvalidatableCache {
  invalidate(siteId: string, tables: Iterable<string>): void
}

/** Caches that a write invalidates together. A `TableCache` joins its group on construction, so that none can be left out. */
export class CacheGroup implements InvalidatableCache {
  readonly #members: InvalidatableCache[]

  /** @param members groups that are invalidated with this one */
  constructor(...members: CacheGroup[]) {
    this.#members = members
  }

  /** Called by the constructor of `TableCache`. */
  add(cache: InvalidatableCache): void {
    this.#members.push(cache)
  }

  /** Invalidates all entries of the site that depend on one of these tables or rows. */
  invalidate(siteId: string, tables: Iterable<string>): void {
    const written = [...tables]
    for (const cache of this.#members) cache.invalidate(siteId, written)
  }
}

/** Module-level caches, shared by all servers of the process. Each server's group has this group as a member. */
export const processCaches = new CacheGroup()
