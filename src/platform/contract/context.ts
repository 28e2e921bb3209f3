/**
 * What every service receives first: which site, whose request, and a database already bound to that site. The interfaces without
 * a line, and the site's settings, are added to by the features whose facts they are: see `*.context.ts` there.
 */
import type { SiteReplica } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { SiteQuotas } from './quota.ts'
import type { SiteFiles } from '#platform/files/site-files.ts'

/** What a site can turn off as a whole. */
export interface SiteFeatures {}
export type FeatureName = keyof SiteFeatures

/** What a site's administrator has set. */
export interface SiteSettings {
  name: string
  /** BCP 47. */
  language: string
  features: SiteFeatures
  /** Administrators must use a second factor before they may do anything else. Null: as soon as one of them has one. */
  adminSecondFactor: boolean | null
}

/** One copy of the platform. */
export interface Site {
  /** Its name in the database engine: `main`, or a launched copy's. */
  id: string
  db: SiteDatabase
  /** Answers what everybody may read, where there is one. */
  replica?: SiteReplica
  settings: SiteSettings
  files: SiteFiles
  /** What it may use; the main site has no limits. */
  quotas?: SiteQuotas
  /** Whether it may mail people who are not its members; absent on the main site, which always may. */
  bulkMail?: BulkMailPermission
  /** Who sends its mails; absent on the main site, which sends its own. */
  operator?: SiteOperator
}

/** `none`: not asked for, declined or revoked. */
export type BulkMailState = 'none' | 'requested' | 'allowed'

/** Whether a tenant site may send newsletters and other text of its own. The main site's administrator allows it. */
export interface BulkMailPermission {
  /** As last read. */
  readonly state: BulkMailState
  /** Reads it again: another process may have changed it. */
  refresh(): Promise<BulkMailState>
  /** Asks the main site's administrator for it. @param username of the administrator who asks */
  request(username: string): Promise<BulkMailState>
}

/** The main site, as a tenant site's mails name it. */
export interface SiteOperator {
  readonly name: string
  /** The email address for reports of abuse, where one is configured. */
  readonly abuseContact: string | undefined
}

export interface Viewer {
  id: number
  isAdmin: boolean
  /** Absent when this is not a session of the table: in tests, and for jobs. */
  sessionId?: number
  /** May read but not post. */
  isRestricted?: boolean
  hasSecondFactor?: boolean
  /** For an administrator without one: another administrator of this site has a second factor. */
  isSecondFactorUsual?: boolean
}

/** The sites beside the main one, as its services may reach them. */
export interface Installation {}

/** What a copy may ask the installation that launched it. */
export interface Launcher {}

/** Where a request came from. */
export interface Caller {
  clientIp: string
  userAgent: string
  /** As the browser sent them; read with `readCookie`. */
  cookies?: string
  /** From the header of that name: the same write asked for twice is done once. */
  idempotencyKey?: string
  /** The member as whom the browser believes to act, from `X-Acting-As`. Grants nothing; it only tells an ended session from none. */
  actingAs?: number
  /** From the header of that name: the version that a change was made to. */
  ifMatch?: string
  /** Sent by a browser without a script, where nothing can keep a second press from sending it twice. */
  isPlainForm?: true
  /** The site's own origin as this request was made to it: `https://example.org`. */
  origin: string
  /** The operator says so (PUBLIC_URL); otherwise the host is only what the request claims. */
  isOriginConfigured?: true
}

/** What a service may add to the HTTP answer; nothing happens with it when a page asks in process. */
export interface ResponseHeaders {
  set(name: string, value: string): void
  /** For a call that either makes or changes something: its contract says 201. */
  status?(code: 200): void
}

/** The tables of things whose views are counted. */
export interface ViewedTables {}

export interface ViewedItem {
  table: keyof ViewedTables
  id: number
}

export interface Log {
  info(about: object, message: string): void
  warn(about: object, message: string): void
  error(about: object, message: string): void
}

/** A limit of how often one network counts in a statistic. */
export interface NetworkLimit {
  isWithin(siteId: string, clientIp: string): boolean
}

export interface Context {
  site: Site
  db: SiteDatabase
  /** Null for a visitor who is not signed in. */
  viewer: Viewer | null
  log: Log
  /** What only the main site has: the other sites. */
  installation?: Installation
  /** What only a copy has: the way to what the main site knows of it. */
  launcher?: Launcher
  /** Absent for jobs. */
  caller?: Caller
  headers?: ResponseHeaders
  /** Called by a service when this request looks at something whose views are counted. */
  recordView?: (seen: ViewedItem) => void
  /** Counts this request against a limit of its network, where `caller` does not say which that is: in answers that are shared. */
  isWithinNetworkLimit?: (limit: NetworkLimit) => boolean
}
