/** The long form of faults.test.ts, on both engines: what `npm run test:faults` does. Its table of counts is printed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runScenario, SCENARIOS } from './faults.ts'
import type { FaultRow } from './scenario.ts'
import { formatTable } from './table.ts'
import { startPostgres, type PostgresServer } from '#tests/support/postgres-server.ts'

const MINUTES = 60_000
const rows: FaultRow[] = []
let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres({ durable: true, maxConnections: 40 })
})
afterAll(async () => {
  await postgres.stop()
  console.log(formatTable(rows))
})

test.each(SCENARIOS.map((scenario) => ({ title: `${scenario.engine}: ${scenario.name}`, scenario })))(
  '$title loses no acknowledged write',
  { timeout: 30 * MINUTES },
  async ({ scenario }) => {
    const row = await runScenario(scenario, { isShort: false, postgres })
    rows.push(row)
    expect(row.lost).toBe(0)
    expect(row.problems).toEqual([])
  },
)
