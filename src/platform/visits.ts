/**
 * Views are counted once per visit, without a database write per request: noted in memory, written together every
 * half minute and on a normal stop. A visitor is a hash of address and browser with a salt that is made anew each
 * day and never stored, so it identifies nobody.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Seen, Site } from './context.ts'

const VISIT_MINUTES = 30
const MOST_REMEMBERED = 200_000

/**
 * Every browser begins its name like this: nearly all as Mozilla, old ones and those of keypad phones as themselves. Libraries,
 * feed readers and makers of previews (curl, Go-http-client, node, okhttp, Feedly, facebookexternalhit) begin with their own.
 */
const BROWSER = /^(mozilla\/\d|opera\/\d|ucweb|nokia|samsung-|blackberry)/i
/** What goes about in a browser's name. Cubot makes telephones. */
const ROBOTS = new RegExp(
  [
    '(?<!\\bcu)bot(s|\\b|_)|crawl|spider|slurp|scrap|archiv|nutch|httrack|mediapartners|google(other|-| web preview| favicon)',
    'phantomjs|puppeteer|playwright|selenium|webdriver|cypress|lighthouse|page ?speed|ptst/|speedcurve',
    'external(hit|agent|fetcher)|feed|rss\\b|fetch|preview|proxy|embed|chatgpt|claude-|perplexity|bytespider',
    'monitor|pingdom|uptime|statuscake|synthetic|catchpoint|datadog|check(er|ly|\\b)|validat|scan(ner)?\\b|zgrab|nmap|inspect',
    'curl|wget|python|http-?client|https?://',
  ].join('|'),
  'i',
)

/** Whether this is no person's browser, as far as its name tells. */
export const isRobot = (userAgent: string): boolean => !BROWSER.test(userAgent) || ROBOTS.test(userAgent)

/** Whether somebody asks to see the answer: not about it (HEAD), and not in case they will (a page fetched ahead). */
export function isLook({ method = 'GET', headers }: { method?: string | undefined; headers: IncomingHttpHeaders }): boolean {
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].join(' ')
  return method !== 'HEAD' && !/prefetch|preview|prerender/i.test(purpose)
}

interface Visitor {
  address: string
  userAgent: string
}

/** Tells visitors apart within one day (UTC), and nothing more. */
export class VisitorHash {
  #salt = randomBytes(16)
  #saltDay = ''

  of({ address, userAgent }: Visitor, now: number): string {
    const day = new Date(now).toISOString().slice(0, 10)
    if (day !== this.#saltDay) {
      this.#saltDay = day
      this.#salt = randomBytes(16)
    }
    return createHash('sha256').update(this.#salt).update(address).update('\n').update(userAgent).digest('base64url').slice(0, 16)
  }
}

export type WriteViews = (site: Site, table: Seen['table'], counts: Map<number, number>) => Promise<void>

export class Visits {
  #pending = new Map<Site, Map<Seen['table'], Map<number, number>>>()
  #remembered = new Map<string, number>()
  readonly #hash = new VisitorHash()
  readonly #write: WriteViews
  constructor(write: WriteViews) {
    this.#write = write
  }

  /** Notes one look. The same visitor looking again within half an hour is the same visit. */
  note(site: Site, seen: Seen, visitor: Visitor, now = Date.now()): void {
    if (isRobot(visitor.userAgent)) return
    const key = `${site.id}:${seen.table}:${seen.id}:${this.#hash.of(visitor, now)}`
    const last = this.#remembered.get(key)
    if (last !== undefined && now - last < VISIT_MINUTES * 60_000) return
    this.#remembered.delete(key)
    this.#remembered.set(key, now)
    if (this.#remembered.size > MOST_REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value ?? '')

    const tables = this.#pending.get(site) ?? new Map<Seen['table'], Map<number, number>>()
    const counts = tables.get(seen.table) ?? new Map<number, number>()
    counts.set(seen.id, (counts.get(seen.id) ?? 0) + 1)
    this.#pending.set(site, tables.set(seen.table, counts))
  }

  /**
   * Writes what was noted. What could not be written is kept for the next time, and keeps no other site waiting.
   * @throws the first error
   */
  async flush(): Promise<void> {
    const pending = this.#pending
    this.#pending = new Map()
    const faults: unknown[] = []
    for (const [site, tables] of pending) {
      for (const [table, counts] of tables) {
        try {
          await this.#write(site, table, counts)
        } catch (fault) {
          this.#putBack(site, table, counts)
          faults.push(fault)
        }
      }
    }
    if (faults.length) throw faults[0]
  }

  #putBack(site: Site, table: Seen['table'], counts: Map<number, number>): void {
    const tables = this.#pending.get(site) ?? new Map<Seen['table'], Map<number, number>>()
    const now = tables.get(table) ?? new Map<number, number>()
    for (const [id, count] of counts) now.set(id, (now.get(id) ?? 0) + count)
    this.#pending.set(site, tables.set(table, now))
  }
}
