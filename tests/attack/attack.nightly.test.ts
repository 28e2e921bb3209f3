/** The long form of attack.test.ts, on both engines: what `npm run test:attack` does. */
import { expect, test } from 'vitest'
import { attack } from './attack.ts'
import { startTarget } from './own-server.ts'
import { formatTable } from './table.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'

const MINUTES = 60_000

test.each(['SQLite', 'PostgreSQL'])('the server on %s withstands all attacks', { timeout: 30 * MINUTES }, async (engine) => {
  const server = engine === 'PostgreSQL' ? await startPostgres({ durable: true }) : undefined
  const target = await startTarget({ isShort: false, ...(server && { databaseUrl: server.url }) })
  try {
    const results = await attack(target, { engine })
    expect(
      results.flatMap(({ rows }) => rows.flatMap(({ problems }) => problems)),
      formatTable(results),
    ).toEqual([])
  } finally {
    await target.close()
    await server?.stop()
  }
})
