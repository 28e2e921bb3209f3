/** The copies of an installation may not keep its own administrator from a download. */
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context } from '#platform/context.ts'
import { openTestInstallation, quiet, type TestInstallation } from '#tests/support/test-installation.ts'
import { downloadSite } from './download.service.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.start()
})
afterAll(() => installation.close())

test('when copies have taken all their places, the main site has its own', async () => {
  const { host } = await installation.launch({ siteName: 'Slow Reader', content: 'empty' })
  const site = installation.sites.find(host)!
  const copy: Context = { site, db: site.db, viewer: await makeUser(site, { isAdmin: true }), log: quiet }
  const main: Context = { ...installation.ctx, viewer: await makeUser(installation.main, { isAdmin: true }) }
  const busy = expect.objectContaining({ status: 503, code: 'archive.busy' })
  // Nobody reads on.
  const open: Readable[] = []
  const begin = async (ctx: Context) => void open.push(await downloadSite(ctx, undefined))
  try {
    for (let n = 0; n < 3; n++) await begin(copy)
    await expect(begin(copy)).rejects.toEqual(busy)
    for (let n = 0; n < 3; n++) await begin(main)
    await expect(begin(main)).rejects.toEqual(busy)
    open[0]?.destroy()
    await expect.poll(() => begin(copy).then(() => 'begun', String)).toBe('begun')
  } finally {
    for (const archive of open) archive.destroy()
  }
})
