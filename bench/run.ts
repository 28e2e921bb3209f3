/**
 * `npm run bench`: how fast and how big, as ratios and figures taken in one run of about an hour. Nothing here is asserted by a test.
 * `npm run bench -- pages` or `-- lists` runs one part, `-- all` also those that are long and have their own subject. A table of all figures that
 * have a limit stands at the end.
 */
import { buildPages } from '#app/build/build-pages.ts'
import { join } from 'node:path'
import { benchCache } from './cache.ts'
import { benchLaunch, benchLaunchOnPostgres } from './launch.ts'
import { benchLighthouse, benchSlowPhone } from './lighthouse.ts'
import { benchLists, benchOffice } from './lists.ts'
import { benchMembers, benchMembersOnPostgres } from './members.ts'
import { benchPages } from './pages.ts'
import { benchMemory } from './memory.ts'
import { benchMillion } from './million.ts'
import { benchPooler } from './pooler.ts'
import { benchProcesses } from './processes.ts'
import { benchLargeSearch, benchSearch } from './search.ts'
import { benchShare } from './share.ts'
import { benchSizes } from './sizes.ts'
import { benchStart } from './start.ts'
import { printJudged } from './statistics.ts'
import { benchWrites } from './writes.ts'

type Parts = Record<string, () => Promise<void>>
/** What one server, or some on one database, give to those who come. */
const usual: Parts = {
  sizes: benchSizes,
  start: benchStart,
  pages: benchPages,
  share: benchShare,
  members: benchMembers,
  'members-postgres': benchMembersOnPostgres,
  writes: benchWrites,
  processes: benchProcesses,
  cache: benchCache,
  memory: benchMemory,
  million: benchMillion,
  'slow-phone': benchSlowPhone,
}
const more: Parts = {
  search: benchSearch,
  lists: benchLists,
  office: benchOffice,
  'search-large': benchLargeSearch,
  pooler: benchPooler,
  launch: benchLaunch,
  'launch-postgres': benchLaunchOnPostgres,
  lighthouse: benchLighthouse,
}
const parts: Parts = { ...usual, ...more }
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => name !== 'all' && !(name in parts))
if (unknown.length) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}, and all.`)
  process.exit(2)
}
const isWanted = (name: string) => (wanted.length === 0 ? name in usual : wanted.includes('all') || wanted.includes(name))

await buildPages(join(import.meta.dirname, '..'))
for (const [name, run] of Object.entries(parts)) {
  if (!isWanted(name)) continue
  console.log(`\n## ${name}`)
  // A part that fails is told and the others run: what was measured for an hour is not lost with it.
  await run().catch((error: unknown) => {
    console.error(`${name} was not measured:`, error)
    process.exitCode = 1
  })
}
printJudged()
