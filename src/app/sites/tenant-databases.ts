/** Creates, opens and drops the storage of tenant sites, which consists of a database and a folder for files. */
import { rm } from 'node:fs/promises'
import type { Engine } from '#db/engine.ts'
import { openSite, type Migrations } from '#db/open-site.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { replaceStoredToken } from '#features/accounts/passwords/token.service.ts'
import { finishInterruptedImport } from '#features/archive/import-files.service.ts'
import { loadContent } from '#features/content/content.loader.ts'
import { BulkMailGuard } from '#features/bulk-mail/bulk-mail.service.ts'
import { CLAIM_PURPOSE } from '#features/deployment/claims/claim.service.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import { loadSettings } from '#features/sites/site.service.ts'
import { QuotaGuard } from '#features/quotas/quota-guard.service.ts'
import type { Installation, Site, SiteOperator } from '#platform/contract/context.ts'
import { cleanName } from '#wording/plain-name.ts'
import { sumFolderBytes } from './folder-size.ts'
import { connectReplicaOf } from './open-main-site.ts'
import { getFilesFolder, openSiteFiles } from './open-site-files.ts'

interface Options {
  engine: Engine
  main: Site
  dataDir: string
  /** The operator's email address for abuse reports. */
  abuseContact?: string | undefined
  migrations?: Migrations
}

export class TenantDatabases {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  async create({ id, content, settings, claimHash }: Parameters<Installation['createSite']>[0]): Promise<void> {
    const { engine } = this.#options
    const name = getDatabaseName(id)
    const db = await openSite(engine, name)
    try {
      await loadContent(db, engine.name, name, content, new Date(), settings)
      await db.transaction().execute(async (trx) => {
        for (const [key, value] of Object.entries(settings)) await upsertSetting(trx, key, value)
        await replaceStoredToken({ db: trx }, CLAIM_PURPOSE, claimHash, settings.claimUntil)
      })
    } finally {
      await db.destroy()
    }
  }

  /** Opens a site, runs pending migrations and finishes an interrupted import. */
  async open(id: number): Promise<Site> {
    const { engine, migrations } = this.#options
    const name = getDatabaseName(id)
    const db = await openSite(engine, name, migrations)
    try {
      await finishInterruptedImport(db, this.#folderOf(id))
      const files = await openSiteFiles(engine.name, db, this.#options.dataDir, name)
      const quotas = new QuotaGuard(db, this.#options.main, id, () => this.sizeBytes(id))
      const settings = await loadSettings(db)
      const bulkMail = await BulkMailGuard.open(this.#options.main, id, settings.name, db)
      return { id: name, db, ...connectReplicaOf(engine, name), settings, files, quotas, bulkMail, operator: createOperator(this.#options) }
    } catch (error) {
      await db.destroy()
      throw error
    }
  }

  /**
   * Runs `work` on the database of a site that is not open.
   * @throws Error if the site has no database, or the error of `work`
   */
  async withClosed<T>(id: number, work: (db: SiteDatabase) => Promise<T>): Promise<T> {
    const { engine } = this.#options
    // Connecting would create a missing database.
    if ((await engine.sizeOf(getDatabaseName(id))) === 0) throw new Error(`There is no database of tenant site ${id}`)
    const db = await engine.connect(getDatabaseName(id))
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }

  async sizeBytes(id: number): Promise<number> {
    // With PostgreSQL, the files are in the database, and the folder is empty once they have been moved there.
    const [database, files] = await Promise.all([this.#options.engine.sizeOf(getDatabaseName(id)), sumFolderBytes(this.#folderOf(id))])
    return database + files
  }

  async drop(id: number): Promise<void> {
    await this.#options.engine.drop(getDatabaseName(id))
    await rm(this.#folderOf(id), { recursive: true, force: true })
  }

  #folderOf(id: number): string {
    return getFilesFolder(this.#options.dataDir, getDatabaseName(id))
  }
}

/** Returns the operator's name and contact. The name is a getter, because the main site's administrator may change it. */
const createOperator = ({ main, abuseContact }: Options): SiteOperator => ({
  get name() {
    return cleanName(main.settings.name, 'the operator of this server')
  },
  abuseContact,
})

const getDatabaseName = (id: number) => `copy_${id}`
