/** The copies of an installation may not keep its own administrator from a download. */
import type { Readable } from 'node:stream'
import { archiveTables } from '#app/registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context } from '#platform/contract/context.ts'
import { openTestInstallation, silentLog, type TestInstallation } from '#tests/support/test-installation.ts'
import { downloadArchive } from './download.service.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.start()
})
afterAll(() => installation.close())

test('a copy takes one place; when copies have taken all of theirs, the main site has its own', async () => {
  const copies: Context[] = []
  for (const siteName of ['Slow Reader', 'Slower Reader', 'Slowest Reader', 'Late Reader']) {
    const { host } = await installation.launch({ siteName, content: 'empty' })
    const site = installation.sites.findByHost(host)!
    copies.push({ site, db: site.db, viewer: await makeUser(site, { isAdmin: true }), log: silentLog })
  }
  const [slow, slower, slowest, late] = copies as [Context, Context, Context, Context]
  const main: Context = { ...installation.ctx, viewer: await makeUser(installation.main, { isAdmin: true }) }
  const busy = (who: string) => expect.objectContaining({ status: 503, code: 'archive.busy', message: expect.stringContaining(who) })
  // Nobody reads on.
  const open: Readable[] = []
  const begin = async (ctx: Context) => void open.push(await downloadArchive(ctx, undefined, archiveTables))
  try {
    await begin(slow)
    await expect(begin(slow)).rejects.toEqual(busy('This site is'))
    await begin(slower)
    await begin(slowest)
    await expect(begin(late)).rejects.toEqual(busy('Several sites are'))
    await begin(main)
    await expect(begin(main)).rejects.toEqual(busy('This site is'))
    open[0]?.destroy()
    await expect.poll(() => begin(late).then(() => 'begun', String)).toBe('begun')
  } finally {
    for (const archive of open) archive.destroy()
  }
})
