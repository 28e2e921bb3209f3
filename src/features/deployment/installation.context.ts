/** Additions of launching to the context: settings of a launch, and the main site's access to the other sites. */
import type { SiteDatabase } from '#db/tables.ts'
import type { Caller, Site } from '#platform/contract/context.ts'

declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** Until when the site can be claimed by its first administrator; empty: it cannot. */
    claimUntil: string
    /** Who may launch a site; null until an administrator has chosen: see `launchingOf`. */
    launching: 'everyone' | 'members' | 'nobody' | null
    /** Whether an administrator has confirmed that everyone may launch, or closed it. */
    isLaunchingAnswered: boolean
    /** Maximum number of launched sites. */
    mostCopies: number
  }
  interface Installation {
    /** Creates a site's database with its content. The site is not served yet. */
    createSite(launch: {
      id: number
      content: 'starter' | 'empty'
      settings: Partial<SiteSettings> & Pick<SiteSettings, 'features' | 'claimUntil'>
      claimHash: string
    }): Promise<void>
    /** Opens a site, which is served on its hosts from now on. */
    openSite(launch: { id: number; slug: string; domainName: string | null }): Promise<void>
    /** Closes a site, which is no longer served; its data stays. */
    closeSite(id: number): Promise<void>
    /** Suspends a site, which returns 503 until it is opened again; its data stays. */
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
    /** Runs `work` on a launched site's database, whether the site is served or not. */
    withSiteDatabase<T>(id: number, work: (db: SiteDatabase) => Promise<T>): Promise<T>
    /** Invalidates the cached quota limits of a site; of all sites without `id`. */
    invalidateQuotas(id?: number): void
    /** Reloads the newsletter permission of a site; of all sites without `id`. */
    refreshBulkMail(id?: number): Promise<void>
    /** Returns the size of a site's database and files in bytes. */
    siteSizeBytes(id: number): Promise<number>
    /** Deletes a site's database and files. */
    deleteSite(id: number): Promise<void>
    /** Whether a live site could not be opened; the reason is in the log. */
    isOutOfService(launch: { id: number; slug: string; domainName: string | null }): boolean
    /** Whether the site has its first administrator, as far as this process knows. */
    isClaimed(id: number): boolean
    /** Returns the URL of a site, as seen from this request. */
    siteUrl(slug: string, from: Caller | undefined): string
    /** Whether the installation is reachable from the internet: PUBLIC_URL is set and not a local host. */
    readonly isPublic: boolean
    /** Whether launched sites can have custom domains; requires PUBLIC_URL. */
    readonly servesDomains: boolean
    /** Whether a launched site may use this domain, i.e. it does not belong to the installation itself. */
    isDomainAllowed(domain: string, from: Caller | undefined, isAdministrator: boolean): boolean
  }
  /** Access of a launched site to its own row in the main site; only for the services of this feature. */
  interface Launcher {
    readonly launchId: number
    readonly main: Site
    readonly installation: Installation
  }
}
