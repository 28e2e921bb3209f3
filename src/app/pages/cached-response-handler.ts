/**
 * Answers a kept page before any routing: most requests of a public site are for a page that has just been made. Whoever is signed in gets it
 * with what is their own, where that is at hand as well; everything that is not at hand goes the long way, and is at hand the next time.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { SessionCache } from '#features/accounts/sessions/session-cache.ts'
import { sendOwnUnrouted, sendUnrouted } from '#platform/cache/cached-response.ts'
import { hasJustWritten, hasSession } from '#platform/http/cookie.ts'
import type { CachedResponse, ResponseCache } from '#platform/cache/response-cache.ts'
import type { Site, ViewedItem } from '#platform/contract/context.ts'
import { getRequestHost, type TrustsHop } from '#platform/http/proxy.ts'
import { MAX_CACHED_URL_LENGTH, type RequestView } from '#platform/cache/request-view.ts'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'
import type { MemberPages } from './member-pages.ts'

/** Some twenty thousand addresses; whoever invents long ones leaves room for fewer. */
const MAX_BYTES = 8 * 1024 * 1024

export interface MemberAnswers {
  sessions: Pick<SessionCache, 'find'>
  pages: Pick<MemberPages, 'findParts'>
  /** What the operator calls this server, where that is said. */
  publicUrl: string | undefined
}

export interface VisitCounting {
  /** Of every answer of a site that counts visits. */
  recordPageView(site: Site, request: IncomingMessage): void
  /** Of every answer that shows a thing whose views are counted. */
  recordView(site: Site, item: ViewedItem, request: IncomingMessage): void
}

export class CachedResponseHandler {
  /** Host and address as asked for, to the key of the kept answer. */
  readonly #keys = new LRUCache<string, string>({ maxSize: MAX_BYTES, sizeCalculation: (key, url) => 2 * (key.length + url.length) + 100 })
  readonly #security: string[]
  readonly #cache: ResponseCache
  readonly #sites: SiteDirectory
  readonly #counting: VisitCounting
  readonly #trust: TrustsHop
  #answered = 0
  readonly #members: MemberAnswers
  /**
   * @param trust whose word on the host is believed
   * @param security what every answer carries
   * @param counting told of what people look at
   * @param members what is known of those who are signed in
   */
  constructor(
    cache: ResponseCache,
    sites: SiteDirectory,
    trust: TrustsHop,
    security: Readonly<Record<string, string>>,
    counting: VisitCounting,
    members: MemberAnswers,
  ) {
    this.#cache = cache
    this.#security = Object.entries(security).flat()
    this.#sites = sites
    this.#trust = trust
    this.#counting = counting
    this.#members = members
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
    if (hasSession(cookie)) return this.#handleMember(request, response, site, key, answer)
    if (!sendUnrouted(request, response, answer, this.#security)) return false
    this.#count(site, answer, request, site.settings.analytics)
    return true
  }

  #handleMember(request: IncomingMessage, response: ServerResponse, site: Site, key: string, answer: CachedResponse): boolean {
    const origin = this.#originOf(request)
    // A cookie is another's when it was sent to another origin, and so is a page's way of naming itself.
    if (!answer.slotted || origin === undefined || !key.startsWith(`${site.id} ${origin}`)) return false
    const session = this.#members.sessions.find(site, request.headers.cookie, origin)
    const own = session && this.#members.pages.findParts(site.id, session.userId, answer.slotted)
    if (!own || !sendOwnUnrouted(request, response, answer, own, this.#security)) return false
    this.#count(site, answer, request, site.settings.analytics && !session.isAdmin)
    return true
  }

  /** What the browser has already (304) is looked at all the same. */
  #count(site: Site, { viewed }: CachedResponse, request: IncomingMessage, isVisit: boolean): void {
    this.#answered += 1
    if (viewed) this.#counting.recordView(site, viewed, request)
    if (isVisit) this.#counting.recordPageView(site, request)
  }

  /** How the browser came here; undefined where a proxy would have to be believed. */
  #originOf({ headers }: IncomingMessage): 'https://' | 'http://' | undefined {
    const { publicUrl } = this.#members
    if (publicUrl !== undefined) return publicUrl.startsWith('https:') ? 'https://' : 'http://'
    return headers['x-forwarded-proto'] === undefined ? 'http://' : undefined
  }
}
