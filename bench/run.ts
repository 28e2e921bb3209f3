/**
 * `npm run bench`: how fast and how big, as ratios and figures taken in one run. Nothing here is asserted by a test.
 * `npm run bench -- pages` or `-- lists` runs one part. A table of all figures that have a limit stands at the end.
 */
import { buildPages } from '#app/build-pages.ts'
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

const parts: Record<string, () => Promise<void>> = {
  sizes: benchSizes,
  search: benchSearch,
  start: benchStart,
  pages: benchPages,
  share: benchShare,
  members: benchMembers,
  'members-postgres': benchMembersOnPostgres,
  lists: benchLists,
  office: benchOffice,
  memory: benchMemory,
  million: benchMillion,
  'search-large': benchLargeSearch,
  cache: benchCache,
  writes: benchWrites,
  processes: benchProcesses,
  pooler: benchPooler,
  launch: benchLaunch,
  'launch-postgres': benchLaunchOnPostgres,
  lighthouse: benchLighthouse,
  'slow-phone': benchSlowPhone,
}
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

await buildPages(join(import.meta.dirname, '..'))
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length && !wanted.includes(name)) continue
  console.log(`\n## ${name}`)
  // A part that fails is told and the others run: what was measured for an hour is not lost with it.
  await run().catch((error: unknown) => {
    console.error(`${name} was not measured:`, error)
    process.exitCode = 1
  })
}
printJudged()
