/** Answers a kept page before any routing: most requests of a public site are for a page that has just been made. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendAtOnce, wantsFresh } from '#platform/answers.ts'
import type { PageCache } from '#platform/page-cache.ts'
import type { Site } from '#platform/context.ts'
import { hostOf, type Trust } from '#platform/proxy.ts'
import type { SiteDirectory } from '#platform/site-directory.ts'

const MOST_ADDRESSES = 20_000

export class FastLane {
  /** Host and address as asked for, to the key of the kept answer. */
  #keys = new Map<string, string>()
  #security: string[] = []
  readonly #cache: PageCache
  readonly #sites: SiteDirectory
  readonly #noteLook: (site: Site, request: IncomingMessage) => void
  readonly #trust: Trust
  /**
   * @param trust whose word on the host is believed
   * @param noteLook told of every answer of a site that counts visits
   */
  constructor(cache: PageCache, sites: SiteDirectory, trust: Trust, noteLook: (site: Site, request: IncomingMessage) => void) {
    this.#cache = cache
    this.#sites = sites
    this.#trust = trust
    this.#noteLook = noteLook
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
    const host = hostOf(request, this.#trust)
    const key = this.#keys.get(`${host} ${request.url ?? ''}`)
    if (key === undefined || wantsFresh(request.headers.cookie)) return false
    const site = this.#sites.find(host)
    // The host may have come to mean another site since.
    const answer = site && key.startsWith(`${site.id} `) && this.#cache.find(key)
    if (!answer || !sendAtOnce(request, response, answer, this.#security)) return false
    if (site.settings.analytics) this.#noteLook(site, request)
    return true
  }
}
