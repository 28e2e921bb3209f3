/** Finds the sites of this installation, the main site and its tenant sites, by the host of a request, and opens and closes them. */
import { createAgeClock } from '#platform/cache/age-clock.ts'
import { setImmediate } from 'node:timers/promises'
import type { Engine } from '#db/engine.ts'
import type { Migrations } from '#db/open-site.ts'
import {
  clearInterruptedLaunches,
  findByDomain,
  findBySlug,
  findLaunch,
  LAUNCH_TIMEOUT_MS,
  listLiveLaunches,
  listSuspendedLaunches,
} from '#features/deployment/deployment.service.ts'
import type { Caller, Installation, Launcher, Log, Site } from '#platform/contract/context.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'
import { createTxtLookup, type TxtLookup } from '#platform/network/txt-lookup.ts'
import { TenantDatabases } from './tenant-databases.ts'
import { listSiteNames, SiteHosts, type NamedSite } from './site-hosts.ts'
import { SiteStates } from './site-states.ts'

/** Time after which an unknown host is looked up again, because another process may have launched a site for it. */
const UNKNOWN_HOST_MAX_AGE_MS = 5_000
/** Time for which a site that failed to open is out of service before the next attempt. */
const OPEN_RETRY_DELAY_MS = 60_000

interface LaunchedSite extends NamedSite {
  id: number
}

export interface SitesOptions {
  engine: Engine
  main: Site
  publicUrl: string | undefined
  /** Name servers for DNS lookups. Default: those of the machine. */
  dnsServers?: readonly string[] | undefined
  /** Absolute path of DATA_DIR. */
  dataDir: string
  /** The operator's email address for abuse reports, which tenant sites' mails name. */
  abuseContact?: string | undefined
  /** Migrations of tenant sites. Default: those in `db/migrations/`. */
  migrations?: Migrations
}

export class Sites implements SiteDirectory, Installation {
  readonly #options: SitesOptions
  readonly #hosts: SiteHosts
  readonly #states = new SiteStates()
  readonly #databases: TenantDatabases
  #isClosed = false
  onOpened: SiteDirectory['onOpened']
  readonly lookUpTxt: TxtLookup

  constructor(options: SitesOptions) {
    this.#options = options
    this.#hosts = new SiteHosts(options.publicUrl)
    this.#databases = new TenantDatabases(options)
    this.lookUpTxt = createTxtLookup(options.dnsServers)
  }

  get main(): Site {
    return this.#options.main
  }

  findByHost(host: string): Site | undefined {
    const name = this.#hosts.siteNameOf(host)
    if (name === undefined) return this.#options.main
    const state = this.#states.get(name)
    if (state?.kind === 'open') return state.site
    // Without PUBLIC_URL, each host that is not a tenant site's is the main site's.
    return state?.kind === 'unknown' && isRecent(state.at, UNKNOWN_HOST_MAX_AGE_MS) && this.#hosts.mainHost === undefined
      ? this.#options.main
      : undefined
  }

  /** Looks up a host that `findByHost()` does not know in the table `launches`, because another process may have launched the site. */
  async findUnopenedByHost(host: string, log: Log): Promise<Site | undefined> {
    const name = this.#hosts.siteNameOf(host)
    if (name === undefined) return this.#options.main
    if (this.#shouldLookUp(name)) {
      const launch = await (name.startsWith('*.') ? findBySlug(this.#options.main, name.slice(2)) : findByDomain(this.#options.main, name))
      if (launch?.state === 'live') await this.#tryToOpen(launch, log)
      else if (launch?.state === 'suspended') await this.suspendSite(launch)
      else this.#states.set([name], { kind: 'unknown', at: getAgeClockMs() })
    }
    return this.findByHost(host)
  }

  isSuspended(host: string): boolean {
    return this.#stateOf(host) === 'suspended'
  }

  isOutOfServiceAt(host: string): boolean {
    return this.#stateOf(host) === 'outOfService'
  }

  isOutOfService(launched: LaunchedSite): boolean {
    return listSiteNames(launched).some((name) => this.#states.get(name)?.kind === 'outOfService')
  }

  isOpen(site: Site): boolean {
    return this.list().includes(site)
  }

  list(): Site[] {
    return [this.#options.main, ...this.#states.listOpen().values()]
  }

  /** Returns the functions to manage the installation for the main site; `undefined` for other sites, which may not manage it. */
  installationFor(site: Site): Installation | undefined {
    return site === this.#options.main ? this : undefined
  }

  launcherFor(site: Site): Launcher | undefined {
    for (const [launchId, openedSite] of this.#states.listOpen())
      if (openedSite === site) return { launchId, main: this.main, installation: this }
    return undefined
  }

  /** Opens and migrates all tenant sites, one after the other, and removes interrupted launches. */
  async openAll(log: Log): Promise<void> {
    const { main } = this.#options
    // With SQLite, there is only one process, so every unfinished launch was interrupted.
    const minAgeMs = this.#options.engine.name === 'postgres' ? LAUNCH_TIMEOUT_MS : -Infinity
    // A job retries a failed removal, so the sites are opened regardless.
    await clearInterruptedLaunches({ db: main.db, log, installation: this }, new Date(), minAgeMs).catch((error: unknown) =>
      log.error({ err: error }, 'interrupted launch not removed'),
    )
    for (const launched of await listSuspendedLaunches(main)) await this.suspendSite(launched)
    for (const launched of await listLiveLaunches(main)) {
      // SQLite blocks this thread, so requests must be handled between two sites.
      await setImmediate()
      if (this.#isClosed) return
      // The site may have been retired, suspended or deleted since the list was read.
      if ((await findBySlug(main, launched.slug))?.state === 'live') await this.#tryToOpen(launched, log)
    }
  }

  /** Opens a site; if that fails, takes it out of service for `OPEN_RETRY_DELAY_MS`. */
  async #tryToOpen(launched: LaunchedSite, log: Log): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.openSite(launched)
    } catch (error) {
      const names = listSiteNames(launched).filter((name) => this.#states.get(name)?.kind !== 'suspended')
      this.#states.set(names, { kind: 'outOfService', id: launched.id, at: getAgeClockMs() })
      log.error({ err: error, site: launched.slug }, 'site out of service: opening failed')
    }
  }

  async closeAll(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#states.listOpening())
    for (const { db } of this.#states.listOpen().values()) await db.destroy()
    this.#states.clear()
  }

  async createSite(launch: Parameters<Installation['createSite']>[0]): Promise<void> {
    await this.#databases.create(launch)
  }

  /**
   * Opens a site. Concurrent calls for the same site wait for the same opening.
   * @throws Error if the sites are closed or the site cannot be opened
   */
  async openSite(launched: LaunchedSite): Promise<void> {
    // closeAll() would not close a site that is opened after it.
    if (this.#isClosed) throw new Error('The sites have been closed.')
    // Another process may have verified the site's custom domain since the site was opened.
    if (this.#states.findOpen(launched.id)) this.renameSite(launched)
    else await (this.#states.findOpening(launched.id) ?? this.#startOpening(launched))
  }

  #startOpening(launched: LaunchedSite): Promise<void> {
    const { id } = launched
    const names = listSiteNames(launched)
    const opening = this.#databases.open(id).then(
      (site) => {
        this.#states.finishOpening(names, id, site)
        this.onOpened?.(site)
      },
      (error: unknown) => {
        this.#states.failOpening(id)
        throw error
      },
    )
    this.#states.startOpening(names, id, opening)
    return opening
  }

  renameSite(launched: LaunchedSite): void {
    this.#states.rename(listSiteNames(launched), launched.id)
  }

  async closeSite(id: number): Promise<void> {
    await this.#states.findOpening(id)?.catch(() => undefined)
    const opened = this.#states.findOpen(id)
    if (!opened) return
    this.#states.deleteWhere((state) => state.kind === 'open' && state.id === id)
    await opened.db.destroy()
  }

  async suspendSite(launched: LaunchedSite): Promise<void> {
    const suspended = { kind: 'suspended', id: launched.id } as const
    const opening = this.#states.findOpening(launched.id)
    if (opening) {
      this.#states.set(listSiteNames(launched), suspended)
      await opening.catch(() => undefined)
    }
    const opened = this.#states.findOpen(launched.id)
    this.#states.deleteWhere((state) => state.kind === 'open' && state.id === launched.id)
    this.#states.set(listSiteNames(launched), suspended)
    await opened?.db.destroy()
  }

  async syncSiteStates(live: readonly LaunchedSite[], suspended: readonly LaunchedSite[]): Promise<void> {
    const liveIds = new Set(live.map(({ id }) => id))
    const endedIds = new Set<number>()
    // A site that was launched or resumed after the lists were read is in neither of them.
    for (const id of this.#states.listOpen().keys())
      if (!liveIds.has(id) && (await findLaunch(this.#options.main, id))?.state !== 'live') endedIds.add(id)
    const toSuspend = suspended.filter(({ id }) => endedIds.has(id) || !(this.#states.findOpen(id) || this.#states.findOpening(id)))
    this.#states.deleteWhere(
      // An unknown name may belong to a site by now.
      (state) => state.kind === 'suspended' || state.kind === 'unknown' || (state.kind === 'outOfService' && !liveIds.has(state.id)),
    )
    await Promise.all(toSuspend.map((launched) => this.suspendSite(launched)))
    for (const id of endedIds) await this.closeSite(id)
    for (const launched of live) this.renameSite(launched)
  }

  async withSiteDatabase<T>(id: number, work: (db: SiteDatabase) => Promise<T>): Promise<T> {
    const opened = this.#states.findOpen(id)
    if (opened) return work(opened.db)
    return this.#databases.withClosed(id, work)
  }

  invalidateQuotas(id?: number): void {
    for (const [launchId, { quotas }] of this.#states.listOpen()) if (id === undefined || launchId === id) quotas?.invalidate()
  }

  async refreshBulkMail(id?: number): Promise<void> {
    for (const [launchId, { bulkMail }] of this.#states.listOpen()) if (id === undefined || launchId === id) await bulkMail?.refresh()
  }

  async siteSizeBytes(id: number): Promise<number> {
    return this.#databases.sizeBytes(id)
  }

  async deleteSite(id: number): Promise<void> {
    this.#states.deleteWhere((state) => (state.kind === 'suspended' || state.kind === 'outOfService') && state.id === id)
    await this.closeSite(id)
    await this.#databases.drop(id)
  }

  isClaimed(id: number): boolean {
    return this.#states.findOpen(id)?.settings.claimUntil === ''
  }

  siteUrl(slug: string, from: Caller | undefined): string {
    return this.#hosts.siteUrl(slug, from?.origin)
  }

  get isPublic(): boolean {
    return this.#hosts.isPublic
  }

  get servesDomains(): boolean {
    return this.#hosts.mainHost !== undefined
  }

  isDomainAllowed(domain: string, from: Caller | undefined, isAdministrator: boolean): boolean {
    return this.#hosts.isDomainAllowed(domain, from?.origin, isAdministrator)
  }

  #stateOf(host: string) {
    const name = this.#hosts.siteNameOf(host)
    return name === undefined ? undefined : this.#states.get(name)?.kind
  }

  #shouldLookUp(name: string): boolean {
    const state = this.#states.get(name)
    if (state?.kind === 'unknown') return !isRecent(state.at, UNKNOWN_HOST_MAX_AGE_MS)
    if (state?.kind === 'outOfService') return !isRecent(state.at, OPEN_RETRY_DELAY_MS)
    return state?.kind !== 'suspended'
  }
}

const getAgeClockMs = createAgeClock()
const isRecent = (at: number, forMs: number) => getAgeClockMs() - at <= forMs
