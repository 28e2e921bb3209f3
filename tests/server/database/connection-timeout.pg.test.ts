/** All PostgreSQL connections are in use: requests fail after a timeout with 503 and Retry-After. */
import type { ControlledTransaction } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { MAX_CONNECTIONS, openPostgres } from '#db/postgres/postgres.ts'
import type { Tables } from '#db/tables.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp, openTestSites } from '#tests/support/test-site.ts'

const PATIENCE = { timeout: 200_000 }

test('a request without a free connection returns 503 and Retry-After, and succeeds once one is free', async () => {
  const home = await openTestSites({ content: 'empty' })
  // On a slow machine a new connection takes longer than the configured wait.
  const engine = await vi.waitFor(() => openPostgres(inject('databaseUrl'), { waitMs: 1000 }), PATIENCE)
  const db = await vi.waitFor(() => engine.connect(home.main.id), PATIENCE)
  // Without jobs, which would need connections too.
  const { app } = await buildTestApp({ sites: { ...singleSiteDirectory({ ...home.main, db }), list: () => [] } })
  const ask = (path: string) => app.inject({ url: path, headers: { host: 'localhost' } })
  const held: ControlledTransaction<Tables>[] = []
  // Sequentially, for the same reason.
  while (held.length < MAX_CONNECTIONS) held.push(await vi.waitFor(() => db.startTransaction().execute(), PATIENCE))
  try {
    const response = await ask('/api/articles')
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('10')
    expect(response.json()).toEqual({ code: 'site.busy', message: 'The site is very busy just now. Please try again in a moment.' })
    expect((await ask('/readyz')).statusCode).toBe(503)
  } finally {
    for (const one of held) await one.rollback().execute()
  }
  expect((await ask('/api/articles')).statusCode).toBe(200)
  await app.close()
  await db.destroy()
  await engine.close()
  await home.close()
})
