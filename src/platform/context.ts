/** What every service receives first: which site, whose request, and a database already bound to that site. */
import type { SiteDatabase } from '#db/tables.ts'

export type FeatureName = 'products' | 'articles' | 'forums' | 'expertAdvice' | 'userAccounts'

/** What a site's administrator has set. */
export interface SiteSettings {
  name: string
  tagline: string
  description: string
  /** BCP 47. */
  language: string
  /** Where a copy is meant for; null on the main site. */
  region: 'uk' | 'eu' | 'us' | 'ca' | 'au' | null
  currency: 'gbp' | 'eur' | 'usd' | 'cad' | 'aud'
  /** Looks at the site's pages are counted for its administrator. */
  analytics: boolean
  /** Until when a copy waits for its first administrator; empty when it does not. */
  claimUntil: string
  features: Record<FeatureName, boolean>
  guestPosting: boolean
  /** Where new enquiries are announced; several addresses with commas between them, empty for nowhere. */
  enquiryEmail: string
  /** Administrators must use a second factor before they may do anything else. */
  adminSecondFactor: boolean
  /** The site holds invented people and products. */
  demoContent: boolean
  /** Who may launch a copy from this site. */
  launching: 'everyone' | 'members' | 'nobody'
  /** How many copies there may be in all. */
  mostCopies: number
}

/** One copy of the platform. */
export interface Site {
  /** Its name in the database engine: `main`, or a launched copy's. */
  id: string
  db: SiteDatabase
  settings: SiteSettings
  /** Absolute path of the folder for its files; made when first written to. */
  folder: string
}

export interface Viewer {
  id: number
  isAdmin: boolean
  /** Absent when this is not a session of the table: in tests, and for jobs. */
  sessionId?: number
  /** May read but not post. */
  isRestricted?: boolean
  hasSecondFactor?: boolean
}

/** The sites beside the main one, as its services may reach them. */
export interface Installation {
  /** Makes a site's database with everything in it. It does not answer yet. */
  make(launch: {
    id: number
    content: 'starter' | 'empty'
    settings: Partial<SiteSettings> & Pick<SiteSettings, 'features' | 'claimUntil'>
    claimHash: string
  }): Promise<void>
  /** From now on the site answers on its hosts. */
  open(launch: { id: number; slug: string; domainName: string | null }): Promise<void>
  /** It no longer answers; its data stays. */
  close(id: number): Promise<void>
  /** It answers with 503 until it is opened again; its data stays. */
  rest(launch: { id: number; slug: string; domainName: string | null }): Promise<void>
  /** Does as another process has decided: what is not among these no longer answers. */
  follow(live: readonly { id: number }[], suspended: readonly { id: number; slug: string; domainName: string | null }[]): Promise<void>
  /** Works on a copy's own database, whether the copy answers or not. */
  visit<T>(id: number, work: (db: SiteDatabase) => Promise<T>): Promise<T>
  /** What its database and files take up, in bytes. */
  sizeOf(id: number): Promise<number>
  /** Its database and files are gone. */
  remove(id: number): Promise<void>
  /** It should answer, but could not be opened: see the log. */
  isOutOfService(launch: { id: number; slug: string; domainName: string | null }): boolean
  /** Has its first administrator. */
  isClaimed(id: number): boolean
  /** Where a copy answers, as seen from this request. */
  addressOf(slug: string, from: Caller | undefined): string
  /** Whether copies answer on domain names of their own; not while the installation does not know its own (PUBLIC_URL). */
  readonly servesDomains: boolean
  /** Whether a copy may have this domain name, or it belongs to the installation itself. */
  mayGive(domain: string, from: Caller | undefined, isAdministrator: boolean): boolean
}

/** Where a request came from. */
export interface Caller {
  address: string
  userAgent: string
  /** From the header of that name: the same write asked for twice is done once. */
  idempotencyKey?: string
  /** Sent by a browser without a script, where nothing can keep a second press from sending it twice. */
  isPlainForm?: true
  /** The site's own origin as this request was made to it: `https://example.org`. */
  origin: string
  /** The operator says so (PUBLIC_URL); otherwise the host is only what the request claims. */
  isOriginStated?: true
}

/** What a service may add to the HTTP answer; nothing happens with it when a page asks in process. */
export interface AnswerHeaders {
  set(name: string, value: string): void
  /** For a call that either makes or changes something: its contract says 201. */
  status?(code: 200): void
}

/** A thing whose views are counted. */
export interface Seen {
  table: 'articles' | 'topics'
  id: number
}

export interface Log {
  info(about: object, message: string): void
  warn(about: object, message: string): void
  error(about: object, message: string): void
}

export interface Context {
  site: Site
  db: SiteDatabase
  /** Null for a visitor who is not signed in. */
  viewer: Viewer | null
  log: Log
  /** What only the main site has: the other sites. */
  installation?: Installation
  /** Absent for jobs. */
  caller?: Caller
  headers?: AnswerHeaders
  /** Called by a service when this request looks at something whose views are counted. */
  sees?: (seen: Seen) => void
  /** There while the site counts visits: called when the visitor has moved to another page inside the app. Answers whether it counts. */
  looksAt?: (path: string) => boolean
}
