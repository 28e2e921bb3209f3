/** Answers a kept page before any routing: most requests of a public site are for a page that has just been made. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendAtOnce, wantsFresh } from '#platform/answers.ts'
import type { PageCache } from '#platform/page-cache.ts'
import type { SiteDirectory } from '#platform/site-directory.ts'

const MOST_ADDRESSES = 20_000

export class FastLane {
  /** Host and address as asked for, to the key of the kept answer. */
  #keys = new Map<string, string>()
  #security: string[] = []
  readonly #cache: PageCache
  readonly #sites: SiteDirectory
  constructor(cache: PageCache, sites: SiteDirectory) {
    this.#cache = cache
    this.#sites = sites
  }

  /** From now on this address is answered from this key. Not for pages whose views are counted: those go the long way. */
  open(host: string, url: string, key: string, security: string[]): void {
    if (this.#keys.size >= MOST_ADDRESSES) this.#keys.clear()
    this.#security = security
    this.#keys.set(`${host} ${url}`, key)
  }

  /** @returns whether the request was answered */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false
    const host = request.headers.host ?? ''
    const key = this.#keys.get(`${host} ${request.url ?? ''}`)
    if (key === undefined || wantsFresh(request.headers.cookie) || !this.#sites.find(host)) return false
    const answer = this.#cache.find(key)
    return answer !== undefined && sendAtOnce(request, response, answer, this.#security)
  }
}
