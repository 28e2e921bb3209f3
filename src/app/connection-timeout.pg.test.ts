/** All connections to the PostgreSQL server are taken: nobody waits for ever, and everybody is told when to come again. */
import { expect, inject, test, vi } from 'vitest'
import { MAX_CONNECTIONS, openPostgres } from '#db/postgres.ts'
import { singleSiteDirectory } from '#platform/site-directory.ts'
import { buildTestApp } from '#tests/support/test-site.ts'
import { openFilledSite } from './open-main-site.ts'

const PATIENCE = { timeout: 200_000 }

test('who finds no free connection in time is asked to come again; when one is free all is well', async () => {
  // The first connection itself may take longer than that.
  const engine = await vi.waitFor(() => openPostgres(inject('databaseUrl'), { waitMs: 1000 }), PATIENCE)
  const name = `busy_${crypto.randomUUID().slice(0, 8)}`
  const site = await openFilledSite(engine, name, { content: 'empty', dataDir: '/nowhere' })
  // No jobs: they would want connections, too.
  const { app } = await buildTestApp({ sites: { ...singleSiteDirectory(site), list: () => [] } })
  const ask = (path: string) => app.inject({ url: path, headers: { host: 'localhost' } })
  // There is one for each of these; on a slow machine a new one takes longer than anybody here may wait.
  const hold = (): ReturnType<ReturnType<typeof site.db.startTransaction>['execute']> =>
    site.db
      .startTransaction()
      .execute()
      .catch(() => hold())
  const held = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, hold))
  try {
    const answer = await ask('/api/articles')
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '10',
      { code: 'site.busy', message: 'The site is very busy just now. Please try again in a moment.' },
    ])
    expect((await ask('/readyz')).statusCode).toBe(503)
  } finally {
    for (const one of held) await one.rollback().execute()
  }
  expect((await ask('/api/articles')).statusCode).toBe(200)
  await app.close()
  await site.db.destroy()
  await engine.drop(name)
  await engine.close()
})
