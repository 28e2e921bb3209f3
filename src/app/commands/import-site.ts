/** `npm run site:import -- ARCHIVE [--site SLUG] [--replace]`: imports an archive into a site of this installation. */
import { parseArgs } from 'node:util'
import type { Engine } from '#db/engine.ts'
import { openSite } from '#db/open-site.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { hasNoAdministrator } from '#features/accounts/administration/first-administrator.service.ts'
import { importArchive } from '#features/archive/import.service.ts'
import { renewClaim } from '#features/deployment/copies/copies.service.ts'
import { findBySlug } from '#features/deployment/deployment.service.ts'
import { readConfig } from '#platform/config/config.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { formatNumber } from '#wording/numbers.ts'
import { printHeldJobs } from './installation-commands.ts'
import { MAIN_SITE, openEngine } from '#app/sites/open-main-site.ts'
import { getFilesFolder } from '#app/sites/open-site-files.ts'
import { archiveTables } from '#app/registry.ts'
import { SiteHosts } from '#app/sites/site-hosts.ts'

const USAGE = 'Usage: npm run site:import -- ARCHIVE [--site SLUG] [--replace]'

const ADMINISTRATOR_AT_NEXT_START =
  'No administrator can sign in: the next start creates one from ADMIN_USERNAME and ADMIN_PASSWORD, as on a new installation.'

try {
  const { file, slug, replace } = readArguments()
  const config = readConfig(process.env)
  const engine = await openEngine(config)
  try {
    const site = slug === undefined ? MAIN_SITE : await findSiteId(engine, slug)
    const imported = await importArchive(file, {
      engine,
      site,
      folder: getFilesFolder(config.dataDir, site),
      replace,
      tables: archiveTables,
    })
    const rows = Object.values(imported.counts).reduce((sum, n) => sum + n, 0)
    console.log(`${imported.site} imported: ${rows} rows, as of ${imported.exportedAt}.`)
    for (const [change, n] of Object.entries(imported.changes)) console.log(`${change}: ${formatNumber(n)}.`)
    printHeldJobs(imported.site, imported.held)
    if (!imported.passwords)
      console.log('The archive contains no passwords. Members set new ones with “Forgotten password?” on the sign-in page.')
    if (await withDatabase(engine, site, (db) => hasNoAdministrator({ db }))) {
      const origin = config.publicUrl ?? `http://localhost:${config.port}`
      console.log(
        slug === undefined
          ? ADMINISTRATOR_AT_NEXT_START
          : await createClaimLink(engine, site, new SiteHosts(config.publicUrl).siteUrl(slug, origin)),
      )
    }
  } finally {
    await engine.close()
  }
} catch (error) {
  console.error(`Import failed: ${toError(error).message}`)
  process.exitCode = 1
}

function readArguments(): { file: string; slug: string | undefined; replace: boolean } {
  const options = { site: { type: 'string' }, replace: { type: 'boolean', default: false } } as const
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [file] = positionals
    if (file !== undefined && positionals.length === 1) return { file, slug: values.site, replace: values.replace }
  } catch (error) {
    throw new Error(`${toError(error).message}\n${USAGE}`, { cause: error })
  }
  throw new Error(USAGE)
}

/** Finds a tenant site by its slug. Checks the size of the main site first, because connecting to a missing one would create it. */
async function findSiteId(engine: Engine, slug: string): Promise<string> {
  if ((await engine.sizeOf(MAIN_SITE)) === 0) throw new Error('This installation has no main site, so it has no copies.')
  const tenantSite = await withDatabase(engine, MAIN_SITE, (db) => findBySlug({ db }, slug))
  if (tenantSite?.state !== 'live' && tenantSite?.state !== 'suspended')
    throw new Error(`There is no copy ${slug}. Launch it first, then import the archive into it.`)
  return `copy_${tenantSite.id}`
}

async function createClaimLink(engine: Engine, site: string, siteUrl: string): Promise<string> {
  const { claimToken, claimUntil } = await withDatabase(engine, site, renewClaim)
  return `No administrator can sign in. The first to open this link, until ${claimUntil}, becomes one:\n${siteUrl}/claim#${claimToken}`
}

async function withDatabase<T>(engine: Engine, site: string, work: (db: SiteDatabase) => Promise<T>): Promise<T> {
  const db = await openSite(engine, site)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
