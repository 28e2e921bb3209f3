/** The short form of `npm run test:faults`: the process and the database server are killed, and the data folder is made unusable. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runScenario, SCENARIOS } from './faults.ts'
import { startPostgres, type PostgresServer } from '#tests/support/postgres-server.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres({ durable: true, maxConnections: 40 })
})
afterAll(() => postgres.stop())

/** PostgreSQL's own durability is tested at night. */
const short = SCENARIOS.filter(({ isLong, engine, name }) => !isLong && !(engine === 'PostgreSQL' && name.startsWith('kill -9')))
test.each(short.map((scenario) => ({ title: `${scenario.engine}: ${scenario.name}`, scenario })))(
  '$title loses no acknowledged write',
  async ({ scenario }) => {
    const { problems, lost, rounds, acknowledged, note } = await runScenario(scenario, { isShort: true, postgres })
    expect(lost).toBe(0)
    expect(problems).toEqual([])
    expect(note?.startsWith('left out') || Math.min(rounds, acknowledged) > 0).toBe(true)
  },
)
