/** `npm run site:import -- ARCHIVE [--site SLUG] [--replace]`: brings an archive up on this installation. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openSite } from '#db/open-site.ts'
import { importArchive } from '#features/archive/import.service.ts'
import { readConfig } from '#platform/config.ts'
import { MAIN_SITE, openEngine } from './open-main-site.ts'

const USAGE = 'Usage: npm run site:import -- ARCHIVE [--site SLUG] [--replace]'

try {
  const options = { site: { type: 'string' }, replace: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new Error(USAGE)
  const config = readConfig(process.env)
  const engine = await openEngine(config)
  try {
    const site = values.site === undefined ? MAIN_SITE : await copyNamed(values.site)
    const done = await importArchive(file, { engine, site, folder: join(config.dataDir, 'files', site), replace: values.replace })
    const rows = Object.values(done.counts).reduce((sum, n) => sum + n, 0)
    console.log(`${done.site} is here: ${rows} rows, as of ${done.exportedAt}.`)
    if (!done.passwords) console.log('The archive held no passwords: everyone asks for a new one on the sign-in page.')
  } finally {
    await engine.close()
  }

  async function copyNamed(slug: string): Promise<string> {
    if ((await engine.sizeOf(MAIN_SITE)) === 0) throw new Error('This installation has no main site, so it has no copies.')
    const main = await openSite(engine, MAIN_SITE)
    try {
      const copy = await main
        .selectFrom('launches')
        .select('id')
        .where('slug', '=', slug)
        .where('state', '!=', 'retired')
        .executeTakeFirst()
      if (!copy) throw new Error(`There is no copy called ${slug}. Launch it first.`)
      return `copy_${copy.id}`
    } finally {
      await main.destroy()
    }
  }
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exitCode = 1
}
