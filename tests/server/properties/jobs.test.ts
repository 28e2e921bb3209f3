/** Every recurring job of every feature, with nothing to do and with the demo content. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '#app/registry.ts'
import type { Context } from '#platform/contract/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'

describe.each(['empty', 'demo'] as const)('on a site with %s content', (content) => {
  let sites: TestSites
  let ctx: Context
  beforeAll(async () => {
    sites = await openTestSites({ content })
    const { main } = sites
    ctx = { site: main, db: main.db, viewer: null, log: { info() {}, warn() {}, error() {} } }
  })
  afterAll(() => sites.close())

  // The second run finds nothing to do.
  test.each(jobs)('“$name” succeeds twice', async (job) => {
    await job.run(ctx)
    await expect(job.run(ctx)).resolves.not.toThrow()
  })
})
