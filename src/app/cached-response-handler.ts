/** Answers a kept page before any routing: most requests of a public site are for a page that has just been made. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { sendUnrouted } from '#platform/cached-response.ts'
import { bypassesCache } from '#platform/cookie.ts'
import type { ResponseCache } from '#platform/response-cache.ts'
import type { Site } from '#platform/context.ts'
import { getRequestHost, type Trust } from '#platform/proxy.ts'
import { MAX_CACHED_URL_LENGTH, type RequestView } from '#platform/request-view.ts'
import type { SiteDirectory } from '#platform/site-directory.ts'

/** Some twenty thousand addresses; whoever invents long ones leaves room for fewer. */
const MAX_BYTES = 8 * 1024 * 1024

export class CachedResponseHandler {
  /** Host and address as asked for, to the key of the kept answer. */
  readonly #keys = new LRUCache<string, string>({ maxSize: MAX_BYTES, sizeCalculation: (key, url) => 2 * (key.length + url.length) + 100 })
  readonly #security: string[]
  readonly #cache: ResponseCache
  readonly #sites: SiteDirectory
  readonly #recordPageView: (site: Site, request: IncomingMessage) => void
  readonly #trust: Trust
  #answered = 0
  /**
   * @param trust whose word on the host is believed
   * @param security what every answer carries
   * @param recordPageView told of every answer of a site that counts visits
   */
  constructor(
    cache: ResponseCache,
    sites: SiteDirectory,
    trust: Trust,
    security: Readonly<Record<string, string>>,
    recordPageView: (site: Site, request: IncomingMessage) => void,
  ) {
    this.#cache = cache
    this.#security = Object.entries(security).flat()
    this.#sites = sites
    this.#trust = trust
    this.#recordPageView = recordPageView
  }

  /** How many requests it has answered. */
  get answered(): number {
    return this.#answered
  }

  /** From now on this address is answered from the view's key. Not for pages whose views are counted: those go the long way. */
  remember(host: string, url: string, { key, isCacheable }: RequestView): void {
    if (isCacheable && url.length <= MAX_CACHED_URL_LENGTH) this.#keys.set(`${host} ${url}`, key)
  }

  /** @returns whether the request was answered */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false
    const host = getRequestHost(request, this.#trust)
    const key = this.#keys.get(`${host} ${request.url ?? ''}`)
    if (key === undefined || bypassesCache(request.headers.cookie)) return false
    const site = this.#sites.findByHost(host)
    // The host may have come to mean another site since.
    const answer = site && key.startsWith(`${site.id} `) && this.#cache.getIfCached(key)
    if (!answer || !sendUnrouted(request, response, answer, this.#security)) return false
    this.#answered += 1
    if (site.settings.analytics) this.#recordPageView(site, request)
    return true
  }
}
