/** Adds the launch settings to sites, and to the context the access that the main site and tenant sites have to each other. */
import type { SiteDatabase } from '#db/tables.ts'
import type { Caller, Site } from '#platform/contract/context.ts'

declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** Until when the first administrator can claim the site; empty: it cannot be claimed. */
    claimUntil: string
    /** Who may launch a site; null until an administrator has chosen, see `launchingOf`. */
    launching: 'everyone' | 'members' | 'nobody' | null
    /** Whether an administrator has decided whether launching stays open to everyone. */
    isLaunchingAnswered: boolean
    /** Maximum number of tenant sites. */
    mostCopies: number
  }
  interface Installation {
    /** Creates the database of a site with its content. The site is not served yet. */
    createSite(launch: {
      id: number
      content: 'starter' | 'empty'
      settings: Partial<SiteSettings> & Pick<SiteSettings, 'features' | 'claimUntil'>
      claimHash: string
    }): Promise<void>
    /** Opens a site, which is then served on its hosts. */
    openSite(launch: { id: number; slug: string; domainName: string | null }): Promise<void>
    /** Closes a site, which is then no longer served; its data stays. */
    closeSite(id: number): Promise<void>
    /** Suspends a site, whose hosts then return 503 until it is opened again; its data stays. */
    suspendSite(launch: { id: number; slug: string; domainName: string | null }): Promise<void>
    /** Updates the hosts of a site after its domain was verified or lost. */
    renameSite(launch: { id: number; slug: string; domainName: string | null }): void
    /** Resolves the TXT records of a name; undefined if no name server responded. */
    lookUpTxt(name: string): Promise<readonly string[] | undefined>
    /** Opens, suspends and closes sites according to the stored states; sites in neither list are closed. */
    syncSiteStates(
      live: readonly { id: number; slug: string; domainName: string | null }[],
      suspended: readonly { id: number; slug: string; domainName: string | null }[],
    ): Promise<void>
    /** Runs `work` with the database of a tenant site, whether the site is served or not. */
    withSiteDatabase<T>(id: number, work: (db: SiteDatabase) => Promise<T>): Promise<T>
    /** Invalidates the cached quota limits of a site, or of all sites if `id` is undefined. */
    invalidateQuotas(id?: number): void
    /** Reloads the newsletter permission of a site, or of all sites if `id` is undefined. */
    refreshBulkMail(id?: number): Promise<void>
    /** Returns the size of the database and files of a site in bytes. */
    siteSizeBytes(id: number): Promise<number>
    /** Deletes the database and files of a site. */
    deleteSite(id: number): Promise<void>
    /** Returns whether a live site could not be opened; the reason is in the log. */
    isOutOfService(launch: { id: number; slug: string; domainName: string | null }): boolean
    /** Returns whether the site has its first administrator, as far as this process knows. */
    isClaimed(id: number): boolean
    /** Returns the URL of a site. @param from caller of the request, whose origin is used without PUBLIC_URL */
    siteUrl(slug: string, from: Caller | undefined): string
    /** Whether the installation is public: PUBLIC_URL is set and does not name a local host. */
    readonly isPublic: boolean
    /** Whether tenant sites can have custom domains, which requires PUBLIC_URL. */
    readonly servesDomains: boolean
    /** Returns whether a tenant site may use this domain, which must not belong to the installation itself. */
    isDomainAllowed(domain: string, from: Caller | undefined, isAdministrator: boolean): boolean
  }
  /** Gives a tenant site access to its own row in the main site's database. Only services of this feature may use it. */
  interface Launcher {
    readonly launchId: number
    readonly main: Site
    readonly installation: Installation
  }
}
