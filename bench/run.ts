/**
 * `npm run bench` runs the default benchmarks in about an hour; no test asserts their results. `npm run bench -- pages` runs one of them, and
 * `all` in place of the name runs every one. At the end, a table of all metrics with a target is printed.
 */
import { buildPages } from '#app/build/build-pages.ts'
import { join } from 'node:path'
import { benchCache } from './cache.ts'
import { benchCommunity } from './community.ts'
import { benchLaunch, benchLaunchOnPostgres } from './launch.ts'
import { benchLighthouse, benchSlowPhone } from './lighthouse.ts'
import { benchLive } from './live.ts'
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
import { printTargets } from './statistics.ts'
import { benchWrites } from './writes.ts'

type Parts = Record<string, () => Promise<void>>
const defaultParts: Parts = {
  sizes: benchSizes,
  start: benchStart,
  pages: benchPages,
  share: benchShare,
  members: benchMembers,
  'members-postgres': benchMembersOnPostgres,
  writes: benchWrites,
  processes: benchProcesses,
  cache: benchCache,
  live: benchLive,
  memory: benchMemory,
  community: benchCommunity,
  million: benchMillion,
  'slow-phone': benchSlowPhone,
}
const otherParts: Parts = {
  search: benchSearch,
  lists: benchLists,
  office: benchOffice,
  'search-large': benchLargeSearch,
  pooler: benchPooler,
  launch: benchLaunch,
  'launch-postgres': benchLaunchOnPostgres,
  lighthouse: benchLighthouse,
}
const parts: Parts = { ...defaultParts, ...otherParts }
const selected = process.argv.slice(2)
const unknown = selected.filter((name) => name !== 'all' && !(name in parts))
if (unknown.length) {
  console.error(`unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(parts).join(', ')}, all`)
  process.exit(2)
}
const isSelected = (name: string) => (selected.length === 0 ? name in defaultParts : selected.includes('all') || selected.includes(name))

await buildPages(join(import.meta.dirname, '..'))
for (const [name, run] of Object.entries(parts)) {
  if (!isSelected(name)) continue
  console.log(`\n## ${name}`)
  // Continues after a failed benchmark, so that an hour of measurements is not lost.
  await run().catch((error: unknown) => {
    console.error(`${name} failed:`, error)
    process.exitCode = 1
  })
}
printTargets()
