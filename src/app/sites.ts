/** The sites of this installation: the main one and the copies it has launched. The host of a request chooses. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Engine } from '#db/engine.ts'
import { openSite, type Migrations } from '#db/open-site.ts'
import { settleFiles } from '#features/archive/import-files.service.ts'
import { CLAIM_PURPOSE } from '#features/deployment/claim.service.ts'
import {
  clearInterrupted,
  findByDomain,
  findBySlug,
  findLaunch,
  LAUNCH_MS,
  listLive,
  listSuspended,
} from '#features/deployment/deployment.service.ts'
import { loadContent } from '#features/content/content.loader.ts'
import { putSetting } from '#features/sites/setting.queries.ts'
import { loadSettings } from '#features/sites/site.service.ts'
import type { Caller, Installation, Log, Site } from '#platform/context.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { SiteDirectory } from '#platform/site-directory.ts'
import { bytesIn } from './folder-size.ts'
import { namesOf, SiteHosts, type Named } from './site-hosts.ts'

/** Another process may have launched a site that a host asks for: how long to believe that there is none. */
const LOOK_AGAIN_MS = 5_000
/** A copy that could not be opened is out of service so long before it is tried again. */
const TRY_AGAIN_MS = 60_000

interface Launched extends Named {
  id: number
}

export interface SitesOptions {
  engine: Engine
  main: Site
  publicUrl: string | undefined
  /** Absolute. */
  dataDir: string
  /** What copies are brought up to date with; those of `db/migrations/` when absent. */
  migrations?: Migrations
}

export class Sites implements SiteDirectory, Installation {
  readonly #options: SitesOptions
  readonly #hosts: SiteHosts
  #open = new Map<number, { site: Site; hosts: string[] }>()
  #sites = new Set<Site>()
  /** Slug or domain name to site. */
  #byName = new Map<string, Site>()
  #opening = new Map<number, Promise<void>>()
  #unknown = new Map<string, number>()
  /** Slug or domain name of the suspended, to the copy's id. */
  #resting = new Map<string, number>()
  /** Name of a copy that could not be opened, which it is, and when that was. */
  #broken = new Map<string, { id: number; at: number }>()
  #isClosed = false
  onOpened: SiteDirectory['onOpened']

  constructor(options: SitesOptions) {
    this.#options = options
    this.#hosts = new SiteHosts(options.publicUrl)
  }

  get main(): Site {
    return this.#options.main
  }

  find(host: string): Site | undefined {
    const name = this.#hosts.nameOf(host)
    if (name === undefined) return this.#options.main
    const site = this.#byName.get(name)
    if (this.#resting.has(name) || this.#broken.has(name)) return undefined
    // On one's own machine every host that is no copy's is the main site.
    return site ?? (this.#hosts.mainHost === undefined && !this.#mayBeUnopened(name) ? this.#options.main : undefined)
  }

  /** For a host that `find` does not know: asks the table, as another process may have launched it. */
  async look(host: string, log: Log): Promise<Site | undefined> {
    const name = this.#hosts.nameOf(host)
    if (name === undefined) return this.#options.main
    const isToBeTried = Date.now() - (this.#broken.get(name)?.at ?? 0) > TRY_AGAIN_MS
    if (this.#mayBeUnopened(name) && isToBeTried && !this.#resting.has(name)) {
      const launched = await (name.startsWith('*.')
        ? findBySlug(this.#options.main, name.slice(2))
        : findByDomain(this.#options.main, name))
      if (launched?.state === 'live') await this.#tryToOpen(launched, log)
      else {
        this.#broken.delete(name)
        if (launched?.state === 'suspended') await this.rest(launched)
        else this.#remember(name)
      }
    }
    return this.find(host)
  }

  isResting(host: string): boolean {
    const name = this.#hosts.nameOf(host)
    return name !== undefined && this.#resting.has(name)
  }

  isBroken(host: string): boolean {
    const name = this.#hosts.nameOf(host)
    return name !== undefined && this.#broken.has(name)
  }

  isOutOfService(launched: Launched): boolean {
    return namesOf(launched).some((name) => this.#broken.has(name))
  }

  has(site: Site): boolean {
    return site === this.#options.main || this.#sites.has(site)
  }

  list(): Site[] {
    return [this.#options.main, ...this.#sites]
  }

  /** Only the main site may reach the others. */
  installationFor(site: Site): Installation | undefined {
    return site === this.#options.main ? this : undefined
  }

  /** Brings every copy up to date, one after the other, and clears away what interrupted launches have left. */
  async openAll(log: Log): Promise<void> {
    const { main } = this.#options
    // A data folder has one process: whoever was at work when this one starts no longer is.
    const after = this.#options.engine.name === 'postgres' ? LAUNCH_MS : -Infinity
    await clearInterrupted({ db: main.db, log, installation: this }, new Date(), after)
    for (const launched of await listSuspended(main)) await this.rest(launched)
    for (const launched of await listLive(main)) {
      // The embedded database works on this thread: requests come in between.
      await setImmediate()
      if (this.#isClosed) return
      // It may have been retired, suspended or deleted since the list was read.
      if ((await findBySlug(main, launched.slug))?.state === 'live') await this.#tryToOpen(launched, log)
    }
  }

  /** One that fails is out of service for a while; the others go on. */
  async #tryToOpen(launched: Launched, log: Log): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.open(launched)
    } catch (fault) {
      for (const name of namesOf(launched)) this.#broken.set(name, { id: launched.id, at: Date.now() })
      log.error({ err: fault, site: launched.slug }, 'a site could not be opened and is out of service')
    }
  }

  async closeAll(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#opening.values())
    for (const { site } of this.#open.values()) await site.db.destroy()
    this.#open.clear()
    this.#sites.clear()
    this.#byName.clear()
  }

  async make({ id, content, settings, claimHash }: Parameters<Installation['make']>[0]): Promise<void> {
    const { engine } = this.#options
    const name = databaseOf(id)
    const db = await openSite(engine, name)
    try {
      await loadContent(db, engine.name, name, content, new Date(), settings)
      await db.transaction().execute(async (trx) => {
        for (const [key, value] of Object.entries(settings)) await putSetting(trx, key, value)
        await trx
          .insertInto('one_time_tokens')
          .values({ token_hash: claimHash, purpose: CLAIM_PURPOSE, user_id: null, email: null, expires_at: settings.claimUntil })
          .execute()
      })
    } finally {
      await db.destroy()
    }
  }

  /** Asked for twice at once it is opened once. */
  async open(launched: Launched): Promise<void> {
    // Whoever closes everything would not know of it.
    if (this.#isClosed) throw new Error('The sites have been stopped.')
    if (this.#open.has(launched.id)) return
    const opening = this.#opening.get(launched.id) ?? this.#bringUp(launched).finally(() => this.#opening.delete(launched.id))
    this.#opening.set(launched.id, opening)
    await opening
  }

  async #bringUp(launched: Launched): Promise<void> {
    const { id } = launched
    const { engine, dataDir, migrations } = this.#options
    const name = databaseOf(id)
    const db = await openSite(engine, name, migrations)
    const folder = join(dataDir, 'files', name)
    const settled = settleFiles(db, folder).then(() => loadSettings(db))
    const settings = await settled.catch(async (fault: unknown) => {
      await db.destroy()
      throw fault
    })
    const site = { id: name, db, settings, folder }
    const hosts = namesOf(launched)
    this.#open.set(id, { site, hosts })
    this.#sites.add(site)
    for (const host of hosts) {
      this.#byName.set(host, site)
      this.#unknown.delete(host)
      this.#resting.delete(host)
      this.#broken.delete(host)
    }
    this.onOpened?.(site)
  }

  async close(id: number): Promise<void> {
    await this.#opening.get(id)?.catch(() => undefined)
    const opened = this.#open.get(id)
    if (!opened) return
    this.#open.delete(id)
    this.#sites.delete(opened.site)
    for (const host of opened.hosts) this.#byName.delete(host)
    await opened.site.db.destroy()
  }

  async rest(launched: Launched): Promise<void> {
    for (const name of namesOf(launched)) this.#resting.set(name, launched.id)
    await this.close(launched.id)
  }

  async follow(live: readonly { id: number }[], suspended: readonly Launched[]): Promise<void> {
    const ids = new Set(live.map(({ id }) => id))
    const ended = new Set<number>()
    // One that was launched or resumed since the lists were read is none of theirs yet.
    for (const id of this.#open.keys()) if (!ids.has(id) && (await findLaunch(this.#options.main, id))?.state !== 'live') ended.add(id)
    const resting = suspended.filter(({ id }) => ended.has(id) || !this.#open.has(id))
    this.#resting = new Map(resting.flatMap((one) => namesOf(one).map((name) => [name, one.id] as const)))
    for (const [name, { id }] of this.#broken) if (!ids.has(id)) this.#broken.delete(name)
    for (const id of ended) await this.close(id)
  }

  async visit<T>(id: number, work: (db: SiteDatabase) => Promise<T>): Promise<T> {
    const opened = this.#open.get(id)
    if (opened) return work(opened.site.db)
    const { engine } = this.#options
    // Connecting would make one that is missing.
    if ((await engine.sizeOf(databaseOf(id))) === 0) throw new Error(`There is no database of copy ${id}`)
    const db = await engine.connect(databaseOf(id))
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }

  async sizeOf(id: number): Promise<number> {
    const { engine, dataDir } = this.#options
    const [database, files] = await Promise.all([engine.sizeOf(databaseOf(id)), bytesIn(join(dataDir, 'files', databaseOf(id)))])
    return database + files
  }

  async remove(id: number): Promise<void> {
    for (const [name, resting] of this.#resting) if (resting === id) this.#resting.delete(name)
    for (const [name, broken] of this.#broken) if (broken.id === id) this.#broken.delete(name)
    await this.close(id)
    await this.#options.engine.drop(databaseOf(id))
    await rm(join(this.#options.dataDir, 'files', databaseOf(id)), { recursive: true, force: true })
  }

  isClaimed(id: number): boolean {
    return this.#open.get(id)?.site.settings.claimUntil === ''
  }

  addressOf(slug: string, from: Caller | undefined): string {
    return this.#hosts.addressOf(slug, from?.origin)
  }

  get servesDomains(): boolean {
    return this.#hosts.mainHost !== undefined
  }

  mayGive(domain: string, from: Caller | undefined, isAdministrator: boolean): boolean {
    return this.#hosts.mayGive(domain, from?.origin, isAdministrator)
  }

  #mayBeUnopened(name: string): boolean {
    return Date.now() - (this.#unknown.get(name) ?? 0) > LOOK_AGAIN_MS
  }

  #remember(name: string): void {
    if (this.#unknown.size > 5_000) this.#unknown.clear()
    this.#unknown.set(name, Date.now())
  }
}

const databaseOf = (id: number) => `copy_${id}`
