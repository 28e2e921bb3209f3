/**
 * The first parameter of every service: site, viewer, and a database bound to that site. Features extend the empty interfaces and
 * `SiteSettings` by declaration merging, in their `*.context.ts`.
 */
import type { SiteReplica } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { SiteQuotas } from './quota.ts'
import type { SiteFiles } from '#platform/files/site-files.ts'

/** Feature switches of a site. */
export interface SiteFeatures {}
export type FeatureName = keyof SiteFeatures

export interface SiteSettings {
  name: string
  /** BCP 47 language tag. */
  language: string
  features: SiteFeatures
  /** Whether administrators must set up a second factor first. Null: required as soon as one of them has one. */
  adminSecondFactor: boolean | null
}

export interface Site {
  /** Name in the database engine: `main`, or that of a tenant site. */
  id: string
  db: SiteDatabase
  /** Read replica for shared responses. */
  replica?: SiteReplica
  settings: SiteSettings
  files: SiteFiles
  /** Limits of a tenant site; absent on the main site, which has none. */
  quotas?: SiteQuotas
  /** Permission of a tenant site; absent on the main site, which may always send bulk mail. */
  bulkMail?: BulkMailPermission
  /** Sender of the mails; absent on the main site, which sends its own. */
  operator?: SiteOperator
}

/** `none`: not requested, declined or revoked. */
export type BulkMailState = 'none' | 'requested' | 'allowed'

/** Permission of a tenant site to send newsletters and other bulk mail, granted by the main site's administrator. */
export interface BulkMailPermission {
  /** The state as last read. */
  readonly state: BulkMailState
  /** Reads the state again: another process may have changed it. */
  refresh(): Promise<BulkMailState>
  /** Requests the permission from the main site's administrator. @param username username of the requesting administrator */
  request(username: string): Promise<BulkMailState>
}

/** The main site as the sender of a tenant site's mails. */
export interface SiteOperator {
  readonly name: string
  /** Email address for reports of abuse. */
  readonly abuseContact: string | undefined
}

export interface Viewer {
  id: number
  isAdmin: boolean
  /** The current session; absent in tests and jobs, which have none. */
  sessionId?: number
  /** Whether the viewer may read but not post. */
  isRestricted?: boolean
  hasSecondFactor?: boolean
  /** For an administrator without a second factor: whether another administrator of the site has one. */
  isSecondFactorRecommended?: boolean
}

/** Access of the main site's services to the other sites. */
export interface Installation {}

/** Access of a tenant site to the installation that launched it. */
export interface Launcher {}

/** The client of a request. */
export interface Caller {
  clientIp: string
  userAgent: string
  /** The Cookie header; read it with `readCookie`. */
  cookies?: string
  /** Value of the header Idempotency-Key. */
  idempotencyKey?: string
  /** The member as whom the browser acts, from `X-Acting-As`. Grants nothing; distinguishes an ended session from none. */
  actingAs?: number
  /** Value of the header If-Match: the version that a change is based on. */
  ifMatch?: string
  /** Whether a form was submitted without JavaScript, so that a double click can submit it twice. */
  isPlainForm?: true
  /** The site's origin in this request: `https://example.org`. */
  origin: string
  /** Whether the origin is configured (PUBLIC_URL); otherwise its host is only what the request claims. */
  isOriginConfigured?: true
}

/** Headers that a service adds to the HTTP response; ignored for calls in process. */
export interface ResponseHeaders {
  set(name: string, value: string): void
  /** Sets the status of a call that either creates (201, as in its contract) or updates. */
  status?(code: 200): void
}

/** Tables whose rows' views are counted. */
export interface ViewedTables {}

export interface ViewedItem {
  table: keyof ViewedTables
  id: number
}

export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Limits how often one network counts in a statistic. */
export interface NetworkLimit {
  isWithin(siteId: string, clientIp: string): boolean
}

export interface Context {
  site: Site
  db: SiteDatabase
  /** The signed-in member; null for a visitor. */
  viewer: Viewer | null
  log: Log
  /** Set on the main site only. */
  installation?: Installation
  /** Set on tenant sites only. */
  launcher?: Launcher
  /** The client of the request; absent for jobs. */
  caller?: Caller
  headers?: ResponseHeaders
  /** Called by services when the request views an item whose views are counted. */
  recordView?: (item: ViewedItem) => void
  /** Counts the request against a limit of its network. Used for shared responses, in which `caller` has no IP address. */
  isWithinNetworkLimit?: (limit: NetworkLimit) => boolean
}
