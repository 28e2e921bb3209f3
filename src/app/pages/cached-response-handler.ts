/**
 * Sends cached pages before routing, because most requests to a public site are for a recently rendered page. A page that is the same for
 * all viewers needs no session lookup. All other requests are routed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { sendUnrouted } from '#platform/cache/cached-response.ts'
import { hasJustWritten, hasMemberHint, hasSession, hintsAtAdministrator } from '#platform/http/cookie.ts'
import type { CachedResponse, ResponseCache } from '#platform/cache/response-cache.ts'
import type { Site, ViewedItem } from '#platform/contract/context.ts'
import { getRequestHost, type TrustsHop } from '#platform/http/proxy.ts'
import { MAX_CACHED_URL_LENGTH, type RequestView } from '#platform/cache/request-view.ts'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'

/** Maximum memory for the keys: enough for about 20,000 URLs of average length. */
const MAX_KEYS_BYTES = 8 * 1024 * 1024

export interface VisitCounting {
  /** Called for each response of a site with analytics. */
  recordPageView(site: Site, request: IncomingMessage): void
  /** Called for each response that shows an item with a view count. */
  recordView(site: Site, item: ViewedItem, request: IncomingMessage): void
}

export class CachedResponseHandler {
  /** Maps the requested host and URL to the key of the cached response. */
  readonly #keys = createBoundedCache<string>({ maxBytes: MAX_KEYS_BYTES, bytesOf: (key) => 2 * key.length })
  readonly #security: string[]
  readonly #cache: ResponseCache
  readonly #sites: SiteDirectory
  readonly #counting: VisitCounting
  readonly #trust: TrustsHop
  #answered = 0
  /**
   * @param trust decides from which proxies a forwarded host is trusted
   * @param security security headers of every response
   */
  constructor(
    cache: ResponseCache,
    sites: SiteDirectory,
    trust: TrustsHop,
    security: Readonly<Record<string, string>>,
    counting: VisitCounting,
  ) {
    this.#cache = cache
    this.#security = Object.entries(security).flat()
    this.#sites = sites
    this.#trust = trust
    this.#counting = counting
  }

  /** Number of requests to which a response was sent before routing. */
  get servedCount(): number {
    return this.#answered
  }

  /** Stores the cache key of a URL's view for later requests. */
  remember(host: string, url: string, { key, isCacheable }: RequestView): void {
    if (isCacheable && url.length <= MAX_CACHED_URL_LENGTH) this.#keys.set(`${host} ${url}`, key)
  }

  /** Responds to a request if its page is cached. @returns whether a response was sent */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false
    const host = getRequestHost(request, this.#trust)
    const key = this.#keys.get(`${host} ${request.url ?? ''}`)
    const { cookie } = request.headers
    if (key === undefined || hasJustWritten(cookie)) return false
    const site = this.#sites.findByHost(host)
    // Since the key was stored, the host may have been assigned to another site.
    const cached = site && key.startsWith(`${site.id} `) && this.#cache.getIfCached(key)
    if (!cached) return false
    const isMember = hasSession(cookie)
    // When session and hint cookie disagree, the routed response corrects the hint.
    if (isMember !== hasMemberHint(cookie) || (isMember && !cached.isForEverybody)) return false
    if (!sendUnrouted(request, response, cached, this.#security)) return false
    this.#count(site, cached, request, site.settings.analytics && !hintsAtAdministrator(cookie))
    return true
  }

  /** Counts a response, also a 304, because the visitor views the page all the same. */
  #count(site: Site, { viewed }: CachedResponse, request: IncomingMessage, isVisit: boolean): void {
    this.#answered += 1
    if (viewed) this.#counting.recordView(site, viewed, request)
    if (isVisit) this.#counting.recordPageView(site, request)
  }
}
