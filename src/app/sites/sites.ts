/** The sites of this installation: the main one and the copies it has launched. The host of a request chooses. */
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
import { CopyDatabases } from './copy-databases.ts'
import { siteNames, SiteHosts, type NamedSite } from './site-hosts.ts'
import { SiteStates } from './site-states.ts'

/** Another process may have launched a site that a host asks for: how long to believe that there is none. */
const RECHECK_UNKNOWN_MS = 5_000
/** A copy that could not be opened is out of service so long before it is tried again. */
const RETRY_OPEN_MS = 60_000

interface LaunchedSite extends NamedSite {
  id: number
}

export interface SitesOptions {
  engine: Engine
  main: Site
  publicUrl: string | undefined
  /** Name servers to ask; the machine's own when absent. */
  dnsServers?: readonly string[] | undefined
  /** Absolute. */
  dataDir: string
  /** The email address for reports of abuse, which mails of copies name. */
  abuseContact?: string | undefined
  /** What copies are brought up to date with; those of `db/migrations/` when absent. */
  migrations?: Migrations
}

export class Sites implements SiteDirectory, Installation {
  readonly #options: SitesOptions
  readonly #hosts: SiteHosts
  readonly #states = new SiteStates()
  readonly #databases: CopyDatabases
  #isClosed = false
  onOpened: SiteDirectory['onOpened']
  readonly lookUpTxt: TxtLookup

  constructor(options: SitesOptions) {
    this.#options = options
    this.#hosts = new SiteHosts(options.publicUrl)
    this.#databases = new CopyDatabases(options)
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
    // On one's own machine every host that is no copy's is the main site.
    return state?.kind === 'unknown' && isRecent(state.at, RECHECK_UNKNOWN_MS) && this.#hosts.mainHost === undefined
      ? this.#options.main
      : undefined
  }

  /** For a host that `find` does not know: asks the table, as another process may have launched it. */
  async findUnopenedByHost(host: string, log: Log): Promise<Site | undefined> {
    const name = this.#hosts.siteNameOf(host)
    if (name === undefined) return this.#options.main
    if (this.#shouldLookUp(name)) {
      const launched = await (name.startsWith('*.')
        ? findBySlug(this.#options.main, name.slice(2))
        : findByDomain(this.#options.main, name))
      if (launched?.state === 'live') await this.#tryToOpen(launched, log)
      else if (launched?.state === 'suspended') await this.suspendSite(launched)
      else this.#states.set([name], { kind: 'unknown', at: now() })
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
    return siteNames(launched).some((name) => this.#states.get(name)?.kind === 'outOfService')
  }

  isOpen(site: Site): boolean {
    return this.list().includes(site)
  }

  list(): Site[] {
    return [this.#options.main, ...this.#states.listOpen().values()]
  }

  /** Only the main site may reach the others. */
  installationFor(site: Site): Installation | undefined {
    return site === this.#options.main ? this : undefined
  }

  launcherFor(site: Site): Launcher | undefined {
    for (const [launchId, open] of this.#states.listOpen()) if (open === site) return { launchId, main: this.main, installation: this }
    return undefined
  }

  /** Brings every copy up to date, one after the other, and clears away what interrupted launches have left. */
  async openAll(log: Log): Promise<void> {
    const { main } = this.#options
    // A data folder has one process: whoever was at work when this one starts no longer is.
    const after = this.#options.engine.name === 'postgres' ? LAUNCH_TIMEOUT_MS : -Infinity
    // What could not be removed is tried again by the job; the sites are opened all the same.
    await clearInterruptedLaunches({ db: main.db, log, installation: this }, new Date(), after).catch((error: unknown) =>
      log.error({ err: error }, 'interrupted launch not removed'),
    )
    for (const launched of await listSuspendedLaunches(main)) await this.suspendSite(launched)
    for (const launched of await listLiveLaunches(main)) {
      // The embedded database works on this thread: requests come in between.
      await setImmediate()
      if (this.#isClosed) return
      // It may have been retired, suspended or deleted since the list was read.
      if ((await findBySlug(main, launched.slug))?.state === 'live') await this.#tryToOpen(launched, log)
    }
  }

  /** One that fails is out of service for a while; the others go on. */
  async #tryToOpen(launched: LaunchedSite, log: Log): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.openSite(launched)
    } catch (fault) {
      const names = siteNames(launched).filter((name) => this.#states.get(name)?.kind !== 'suspended')
      this.#states.set(names, { kind: 'outOfService', id: launched.id, at: now() })
      log.error({ err: fault, site: launched.slug }, 'a site could not be opened and is out of service')
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

  /** Asked for twice at once it is opened once. */
  async openSite(launched: LaunchedSite): Promise<void> {
    // Whoever closes everything would not know of it.
    if (this.#isClosed) throw new Error('The sites have been stopped.')
    // Another process may have proven its domain name since.
    if (this.#states.findOpen(launched.id)) this.renameSite(launched)
    else await (this.#states.findOpening(launched.id) ?? this.#startOpening(launched))
  }

  #startOpening(launched: LaunchedSite): Promise<void> {
    const { id } = launched
    const names = siteNames(launched)
    const opening = this.#databases.open(id).then(
      (site) => {
        this.#states.finishOpening(names, id, site)
        this.onOpened?.(site)
      },
      (fault: unknown) => {
        this.#states.failOpening(id)
        throw fault
      },
    )
    this.#states.startOpening(names, id, opening)
    return opening
  }

  renameSite(launched: LaunchedSite): void {
    this.#states.rename(siteNames(launched), launched.id)
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
      this.#states.set(siteNames(launched), suspended)
      await opening.catch(() => undefined)
    }
    const opened = this.#states.findOpen(launched.id)
    this.#states.deleteWhere((state) => state.kind === 'open' && state.id === launched.id)
    this.#states.set(siteNames(launched), suspended)
    await opened?.db.destroy()
  }

  async syncSiteStates(live: readonly LaunchedSite[], suspended: readonly LaunchedSite[]): Promise<void> {
    const ids = new Set(live.map(({ id }) => id))
    const ended = new Set<number>()
    // One that was launched or resumed since the lists were read is none of theirs yet.
    for (const id of this.#states.listOpen().keys())
      if (!ids.has(id) && (await findLaunch(this.#options.main, id))?.state !== 'live') ended.add(id)
    const resting = suspended.filter(({ id }) => ended.has(id) || !(this.#states.findOpen(id) || this.#states.findOpening(id)))
    this.#states.deleteWhere(
      // A name that nobody had may be somebody's now.
      (state) => state.kind === 'suspended' || state.kind === 'unknown' || (state.kind === 'outOfService' && !ids.has(state.id)),
    )
    await Promise.all(resting.map((one) => this.suspendSite(one)))
    for (const id of ended) await this.closeSite(id)
    for (const one of live) this.renameSite(one)
  }

  async withSiteDatabase<T>(id: number, work: (db: SiteDatabase) => Promise<T>): Promise<T> {
    const opened = this.#states.findOpen(id)
    if (opened) return work(opened.db)
    return this.#databases.withClosed(id, work)
  }

  forgetQuotas(id?: number): void {
    for (const [launchId, { quotas }] of this.#states.listOpen()) if (id === undefined || launchId === id) quotas?.forget()
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
    if (state?.kind === 'unknown') return !isRecent(state.at, RECHECK_UNKNOWN_MS)
    if (state?.kind === 'outOfService') return !isRecent(state.at, RETRY_OPEN_MS)
    return state?.kind !== 'suspended'
  }
}

const now = createAgeClock()
const isRecent = (at: number, forMs: number) => now() - at <= forMs
