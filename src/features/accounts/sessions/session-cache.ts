/**
 * Sessions that were looked up a moment ago, for pages that are answered before any routing. One that is ended is dropped with the write that
 * ends it, by whichever process. While this process does not hear of the others' writes each request asks the database.
 */
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import { anyKeyOf, anyRowKey, rowKey } from '#db/changes/row-keys.ts'
import type { Context, Site } from '#platform/contract/context.ts'
import { readCookie } from '#platform/http/cookie.ts'
import { TableCache } from '#platform/cache/table-cache.ts'
import { findSessionByTokenHash, type SessionRow } from './session.queries.ts'
import { hashToken, isSeenNoted, isSessionOver } from './session.service.ts'

/** Some five thousand people. */
const MAX_BYTES = 4 * 1024 * 1024
const ROW_BYTES = 300
/** It is asked once a second whether this process still hears; a connection that says nothing may be lost without a word. */
const SURE_FOR_MS = 2_500
const TOKEN = /^[\w-]{20,100}$/

export class SessionCache {
  readonly #rows = new TableCache<SessionRow>(MAX_BYTES)
  #sureUntil = Infinity

  /** Where others write, too: whether this process hears of it now. Say it again and again. */
  setHearing(isHearing: boolean): void {
    this.#sureUntil = isHearing ? performance.now() + SURE_FOR_MS : -Infinity
  }

  /**
   * Whose cookie this is, where that is at hand and nothing has to be written down.
   * @param cookies as the browser sent them
   * @param origin that they were sent to
   */
  find(site: Site, cookies: string | undefined, origin: string, now = Date.now()): SessionRow | undefined {
    if (performance.now() > this.#sureUntil) return undefined
    const token = readCookie(cookies, 'session', origin)
    if (token === undefined || !TOKEN.test(token)) return undefined
    const row = this.#rows.getIfCached(keyOf(site, token))?.value
    return row && !isSessionOver(row, now) && isSeenNoted(row, now) ? row : undefined
  }

  /** Remembers the session of a request that has been answered. */
  async remember({ site, db, caller }: Context): Promise<void> {
    const token = caller && readCookie(caller.cookies, 'session', caller.origin)
    if (!token || !TOKEN.test(token)) return
    const key = keyOf(site, token)
    const kept = this.#rows.getIfCached(key)?.value
    if (kept && isSeenNoted(kept, Date.now())) return
    // It was seen since, and that was no write of a request's.
    if (kept) this.#rows.delete(key)
    const read = async () => {
      const row = await trackDependencies(createDependencies(), () => findSessionByTokenHash({ db }, hashToken(token)))
      if (!row) throw new Error('The session has ended.')
      // The row is found by what is no key. It is this one, and its person's: what becomes of others changes nothing.
      return { value: row, tables: [...keysOf('sessions', row.id), ...keysOf('users', row.userId)], bytes: ROW_BYTES }
    }
    // Whoever signs out at this very moment is not remembered.
    await this.#rows.get(site.id, key, read).catch(() => undefined)
  }

  /** Drops the sessions of the site that one of these tables or rows has to do with. */
  invalidate(siteId: string, tables: Iterable<string>): void {
    this.#rows.invalidate(siteId, tables)
  }
}

const keyOf = ({ id }: Site, token: string): string => `${id} ${hashToken(token)}`

const keysOf = (table: string, id: number): string[] => [rowKey(table, 'id', id) ?? table, anyKeyOf(table, 'id'), anyRowKey(table)]
