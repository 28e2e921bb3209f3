/** `npm run site:import -- ARCHIVE [--site SLUG] [--replace]`: brings an archive up on this installation. */
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
import { filesFolderOf } from '#app/sites/open-site-files.ts'
import { archiveTables } from '#app/registry.ts'
import { SiteHosts } from '#app/sites/site-hosts.ts'

const USAGE = 'Usage: npm run site:import -- ARCHIVE [--site SLUG] [--replace]'

const NEXT_START =
  'Nobody who can sign in is an administrator: the next start makes one of ADMIN_USERNAME and ADMIN_PASSWORD, as on a new installation.'

try {
  const { file, slug, replace } = readArguments()
  const config = readConfig(process.env)
  const engine = await openEngine(config)
  try {
    const site = slug === undefined ? MAIN_SITE : await copyNamed(engine, slug)
    const done = await importArchive(file, { engine, site, folder: filesFolderOf(config.dataDir, site), replace, tables: archiveTables })
    const rows = Object.values(done.counts).reduce((sum, n) => sum + n, 0)
    console.log(`${done.site} is here: ${rows} rows, as of ${done.exportedAt}.`)
    for (const [change, n] of Object.entries(done.changes)) console.log(`${change}: ${formatNumber(n)}.`)
    printHeldJobs(done.site, done.held)
    if (!done.passwords) console.log('The archive held no passwords: everyone asks for a new one on the sign-in page.')
    if (await visit(engine, site, (db) => hasNoAdministrator({ db }))) {
      const origin = config.publicUrl ?? `http://localhost:${config.port}`
      console.log(slug === undefined ? NEXT_START : await newLink(engine, site, new SiteHosts(config.publicUrl).siteUrl(slug, origin)))
    }
  } finally {
    await engine.close()
  }
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exitCode = 1
}

function readArguments(): { file: string; slug: string | undefined; replace: boolean } {
  const options = { site: { type: 'string' }, replace: { type: 'boolean', default: false } } as const
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [file] = positionals
    if (file !== undefined && positionals.length === 1) return { file, slug: values.site, replace: values.replace }
  } catch (fault) {
    throw new Error(`${toError(fault).message}\n${USAGE}`, { cause: fault })
  }
  throw new Error(USAGE)
}

/** Connecting would make a main site that is missing. */
async function copyNamed(engine: Engine, slug: string): Promise<string> {
  if ((await engine.sizeOf(MAIN_SITE)) === 0) throw new Error('This installation has no main site, so it has no copies.')
  const copy = await visit(engine, MAIN_SITE, (db) => findBySlug({ db }, slug))
  if (copy?.state !== 'live' && copy?.state !== 'suspended')
    throw new Error(`There is no copy called ${slug}. Launch it first, then bring the archive into it.`)
  return `copy_${copy.id}`
}

async function newLink(engine: Engine, site: string, address: string): Promise<string> {
  const { claimToken, claimUntil } = await visit(engine, site, renewClaim)
  return `Nobody who can sign in is an administrator. Whoever opens this link first, until ${claimUntil}, becomes one:\n${address}/claim#${claimToken}`
}

async function visit<T>(engine: Engine, site: string, work: (db: SiteDatabase) => Promise<T>): Promise<T> {
  const db = await openSite(engine, site)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
