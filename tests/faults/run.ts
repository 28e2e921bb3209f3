/** `npm run test:faults`: what goes wrong on machines, made to, on both engines; a table of counts stands at the end. */
import { parseArgs } from 'node:util'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { runScenario, SCENARIOS } from './faults.ts'
import type { FaultRow } from './scenario.ts'
import { formatTable } from './table.ts'

const USAGE = `npm run test:faults              everything on both engines
  --engine sqlite|postgres   one of them
  --only WORDS               what has these words in its name
  --short                    a few rounds of each, as in npm test`

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
  'Proves that what was acknowledged outlives a process, a database server, a disk and a clock that fail, and that all is well by itself after.',
)
const began = Date.now()
const chosen = SCENARIOS.filter((one) => one.name.includes(only) && (engine === undefined || one.engine.toLowerCase().startsWith(engine)))
const postgres = chosen.some((one) => one.engine === 'PostgreSQL') ? await startPostgres({ durable: true, maxConnections: 40 }) : undefined
const rows: FaultRow[] = []
for (const scenario of chosen.filter(({ isLong }) => !(short && isLong && only === ''))) {
  const start = Date.now()
  const row = await runScenario(scenario, { isShort: short, ...(postgres ? { postgres } : {}) })
  rows.push(row)
  console.log(
    `${row.engine}, ${row.name}: ${row.rounds} rounds, ${row.faults.length} faults, ${((Date.now() - start) / 1000).toFixed(1)} s`,
  )
  for (const fault of row.faults) console.log(`  FAULT ${fault}`)
}
await postgres?.stop()
console.log(`\n${formatTable(rows)}\n\nFinished in ${Math.round((Date.now() - began) / 1000)} s.`)
process.exit(rows.some(({ faults }) => faults.length > 0) ? 1 : 0)
