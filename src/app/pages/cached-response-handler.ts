/**
 * Sends a cached page before any routing: most requests of a public site are for a page that has just been rendered. A page that is the same for
 * everybody needs no session to be read. Every other request is routed.
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

/** Some twenty thousand addresses; whoever invents long ones leaves room for fewer. */
const MAX_BYTES = 8 * 1024 * 1024

export interface VisitCounting {
  /** Of every answer of a site that counts visits. */
  recordPageView(site: Site, request: IncomingMessage): void
  /** Of every answer that shows a thing whose views are counted. */
  recordView(site: Site, item: ViewedItem, request: IncomingMessage): void
}

export class CachedResponseHandler {
  /** Host and address as asked for, to the key of the kept answer. */
  readonly #keys = createBoundedCache<string>({ maxBytes: MAX_BYTES, bytesOf: (key) => 2 * key.length })
  readonly #security: string[]
  readonly #cache: ResponseCache
  readonly #sites: SiteDirectory
  readonly #counting: VisitCounting
  readonly #trust: TrustsHop
  #answered = 0
  /**
   * @param trust whose word on the host is believed
   * @param security what every answer carries
   * @param counting told of what people look at
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

  /** How many requests it has answered. */
  get answered(): number {
    return this.#answered
  }

  /** From now on this address is answered from the view's key. */
  remember(host: string, url: string, { key, isCacheable }: RequestView): void {
    if (isCacheable && url.length <= MAX_CACHED_URL_LENGTH) this.#keys.set(`${host} ${url}`, key)
  }

  /** @returns whether the request was answered */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false
    const host = getRequestHost(request, this.#trust)
    const key = this.#keys.get(`${host} ${request.url ?? ''}`)
    const { cookie } = request.headers
    if (key === undefined || hasJustWritten(cookie)) return false
    const site = this.#sites.findByHost(host)
    // The host may have come to mean another site since.
    const answer = site && key.startsWith(`${site.id} `) && this.#cache.getIfCached(key)
    if (!answer) return false
    const isMember = hasSession(cookie)
    // Where session and hint disagree, the routed response puts the hint right.
    if (isMember !== hasMemberHint(cookie) || (isMember && !answer.isForEverybody)) return false
    if (!sendUnrouted(request, response, answer, this.#security)) return false
    this.#count(site, answer, request, site.settings.analytics && !hintsAtAdministrator(cookie))
    return true
  }

  /** What the browser has already (304) is looked at all the same. */
  #count(site: Site, { viewed }: CachedResponse, request: IncomingMessage, isVisit: boolean): void {
    this.#answered += 1
    if (viewed) this.#counting.recordView(site, viewed, request)
    if (isVisit) this.#counting.recordPageView(site, request)
  }
}
