/** The main site, made and filled at the first start. */
import { join } from 'node:path'
import { openPostgres } from '#db/postgres.ts'
import { openSqlite } from '#db/sqlite.ts'
import type { Engine } from '#db/engine.ts'
import { openSite } from '#db/open-site.ts'
import { finishInterruptedImport } from '#features/archive/import-files.service.ts'
import { loadContent } from '#features/content/content.loader.ts'
import { applySiteFile } from '#features/deployment/site-file.service.ts'
import { loadSettings } from '#features/sites/site.service.ts'
import type { Config } from '#platform/config.ts'
import type { Site } from '#platform/context.ts'

export const MAIN_SITE = 'main'

export const openEngine = (config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Engine> | Engine =>
  config.databaseUrl ? openPostgres(config.databaseUrl) : openSqlite(config.dataDir)

type FirstContent = Pick<Config, 'content' | 'dataDir'> & Partial<Pick<Config, 'siteConfig'>>

/** Opens a site, brings it up to date, and gives it its first content when it is new. */
export async function openFilledSite(engine: Engine, id: string, { content, dataDir, siteConfig }: FirstContent): Promise<Site> {
  const db = await openSite(engine, id)
  const folder = join(dataDir, 'files', id)
  await finishInterruptedImport(db, folder)
  const described = siteConfig === undefined ? undefined : await applySiteFile(db, siteConfig)
  await loadContent(db, engine.name, id, described ?? content, new Date(), await loadSettings(db))
  return { id, db, settings: await loadSettings(db), folder }
}
