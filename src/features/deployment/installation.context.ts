/** What launching adds to every context: the settings of a launch, and the other sites as the services of the main one may reach them. */
import type { SiteDatabase } from '#db/tables.ts'
import type { Caller, Site } from '#platform/contract/context.ts'

declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** Until when a copy waits for its first administrator; empty when it does not. */
    claimUntil: string
    /** Who may launch a copy from this site; null until an administrator has said: see `launchingOf`. */
    launching: 'everyone' | 'members' | 'nobody' | null
    /** The main administrator has said whether everybody may launch. */
    isLaunchingAnswered: boolean
    /** How many copies there may be in all. */
    mostCopies: number
  }
  interface Installation {
    /** Makes a site's database with everything in it. It does not answer yet. */
    createSite(launch: {
      id: number
      content: 'starter' | 'empty'
      settings: Partial<SiteSettings> & Pick<SiteSettings, 'features' | 'claimUntil'>
      claimHash: string
    }): Promise<void>
    /** From now on the site answers on its hosts. */
    openSite(launch: { id: number; slug: string; domainName: string | null }): Promise<void>
    /** It no longer answers; its data stays. */
    closeSite(id: number): Promise<void>
    /** It answers with 503 until it is opened again; its data stays. */
    suspendSite(launch: { id: number; slug: string; domainName: string | null }): Promise<void>
    /** It has won or lost its domain name: an open copy answers on these names from now on. */
    renameSite(launch: { id: number; slug: string; domainName: string | null }): void
    /** What the TXT records of a name say; undefined when no name server answered. */
    lookUpTxt(name: string): Promise<readonly string[] | undefined>
    /** Does as another process has decided: what is not among these no longer answers. */
    syncSiteStates(
      live: readonly { id: number; slug: string; domainName: string | null }[],
      suspended: readonly { id: number; slug: string; domainName: string | null }[],
    ): Promise<void>
    /** Works on a copy's own database, whether the copy answers or not. */
    withSiteDatabase<T>(id: number, work: (db: SiteDatabase) => Promise<T>): Promise<T>
    /** The limits of this copy, or of one that is not named, have been set anew. */
    forgetQuotas(id?: number): void
    /** The permission of this copy, or of every copy, to send newsletters may have changed. */
    refreshBulkMail(id?: number): Promise<void>
    /** What its database and files take up, in bytes. */
    siteSizeBytes(id: number): Promise<number>
    /** Its database and files are gone. */
    deleteSite(id: number): Promise<void>
    /** It should answer, but could not be opened: see the log. */
    isOutOfService(launch: { id: number; slug: string; domainName: string | null }): boolean
    /** Has its first administrator. */
    isClaimed(id: number): boolean
    /** Where a copy answers, as seen from this request. */
    siteUrl(slug: string, from: Caller | undefined): string
    /** Whether strangers can reach the installation: PUBLIC_URL is set and names another machine than this one. */
    readonly isPublic: boolean
    /** Whether copies answer on domain names of their own; not while the installation does not know its own (PUBLIC_URL). */
    readonly servesDomains: boolean
    /** Whether a copy may have this domain name, or it belongs to the installation itself. */
    isDomainAllowed(domain: string, from: Caller | undefined, isAdministrator: boolean): boolean
  }
  /** For the services of this feature alone: they take nothing but the copy's own row from the main site. */
  interface Launcher {
    readonly launchId: number
    readonly main: Site
    readonly installation: Installation
  }
}
