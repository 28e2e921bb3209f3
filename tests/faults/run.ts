/** `npm run test:faults`: fault injection (crashes, outages, full disks, clock jumps) on both engines; prints a table of results. */
import { parseArgs } from 'node:util'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { runScenario, SCENARIOS } from './faults.ts'
import type { FaultRow } from './scenario.ts'
import { formatTable } from './table.ts'

const USAGE = `npm run test:faults              everything on both engines
  --engine sqlite|postgres   only one engine
  --only WORDS               only scenarios with these words in their name
  --short                    few rounds of each scenario, as in npm test`

const { engine, only, short, help } = parseArgs({
  options: {
    engine: { type: 'string' },
    only: { type: 'string', default: '' },
    short: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
}).values
if (help || (engine !== undefined && !['sqlite', 'postgres'].includes(engine))) {
  console.log(USAGE)
  process.exit(help ? 0 : 2)
}

console.log(
  'Checks that acknowledged writes survive failures of process, database server, disk and clock, and that the server recovers by itself.',
)
const startedAt = Date.now()
const chosen = SCENARIOS.filter((one) => one.name.includes(only) && (engine === undefined || one.engine.toLowerCase().startsWith(engine)))
const postgres = chosen.some((one) => one.engine === 'PostgreSQL') ? await startPostgres({ durable: true, maxConnections: 40 }) : undefined
const rows: FaultRow[] = []
for (const scenario of chosen.filter(({ isLong }) => !(short && isLong && only === ''))) {
  const start = Date.now()
  const row = await runScenario(scenario, { isShort: short, ...(postgres ? { postgres } : {}) })
  rows.push(row)
  console.log(
    `${row.engine}, ${row.name}: ${row.rounds} rounds, ${row.problems.length} problems, ${((Date.now() - start) / 1000).toFixed(1)} s`,
  )
  for (const problem of row.problems) console.log(`  PROBLEM ${problem}`)
}
await postgres?.stop()
console.log(`\n${formatTable(rows)}\n\nFinished in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
process.exit(rows.some(({ problems }) => problems.length > 0) ? 1 : 0)
