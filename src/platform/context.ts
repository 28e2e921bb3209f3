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
  features: Record<FeatureName, boolean>
  guestPosting: boolean
  /** The site holds invented people and products. */
  demoContent: boolean
}

/** One copy of the platform. */
export interface Site {
  /** Its name in the database engine: `main`, or a launched copy's. */
  id: string
  db: SiteDatabase
  settings: SiteSettings
}

export interface Viewer {
  id: number
  isAdmin: boolean
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
  /** Called by a service when this request looks at something whose views are counted. */
  sees?: (seen: Seen) => void
}
