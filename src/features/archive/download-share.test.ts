/** Concurrent downloads: launched sites cannot block the download of the main site. */
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

test('a launched site has one download at a time, launched sites share a limit, and the main site is not affected by it', async () => {
  const launched: Context[] = []
  for (const siteName of ['Slow Reader', 'Slower Reader', 'Slowest Reader', 'Late Reader']) {
    const { host } = await installation.launch({ siteName, content: 'empty' })
    const site = installation.sites.findByHost(host)!
    launched.push({ site, db: site.db, viewer: await makeUser(site, { isAdmin: true }), log: silentLog })
  }
  const [slow, slower, slowest, late] = launched as [Context, Context, Context, Context]
  const main: Context = { ...installation.ctx, viewer: await makeUser(installation.main, { isAdmin: true }) }
  const busy = (text: string) => expect.objectContaining({ status: 503, code: 'archive.busy', message: expect.stringContaining(text) })
  // The streams are not read.
  const open: Readable[] = []
  const start = async (ctx: Context) => void open.push(await downloadArchive(ctx, undefined, archiveTables))
  try {
    await start(slow)
    await expect(start(slow)).rejects.toEqual(busy('This site is'))
    await start(slower)
    await start(slowest)
    await expect(start(late)).rejects.toEqual(busy('Too many sites'))
    await start(main)
    await expect(start(main)).rejects.toEqual(busy('This site is'))
    open[0]?.destroy()
    await expect.poll(() => start(late).then(() => 'started', String)).toBe('started')
  } finally {
    for (const archive of open) archive.destroy()
  }
})
