/** Tests concurrent downloads: tenant sites cannot block the download of the main site. */
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

test('each site has one download at a time, tenant sites share a limit, and the main site is not affected by that limit', async () => {
  const launched: Context[] = []
  for (const siteName of ['Slow Reader', 'Slower Reader', 'Slowest Reader', 'Late Reader']) {
    const { host } = await installation.launch({ siteName, content: 'empty' })
    const site = installation.sites.findByHost(host)!
    launched.push({ site, db: site.db, viewer: await makeUser(site, { isAdmin: true }), log: silentLog })
  }
  const [slow, slower, slowest, late] = launched as [Context, Context, Context, Context]
  const main: Context = { ...installation.ctx, viewer: await makeUser(installation.main, { isAdmin: true }) }
  const expectBusyError = (messagePart: string) =>
    expect.objectContaining({ status: 503, code: 'archive.busy', message: expect.stringContaining(messagePart) })
  // The downloads stay open, because their streams are not read.
  const openDownloads: Readable[] = []
  const startDownload = async (ctx: Context) => void openDownloads.push(await downloadArchive(ctx, undefined, archiveTables))
  try {
    await startDownload(slow)
    await expect(startDownload(slow)).rejects.toEqual(expectBusyError('This site is'))
    await startDownload(slower)
    await startDownload(slowest)
    await expect(startDownload(late)).rejects.toEqual(expectBusyError('Too many sites'))
    await startDownload(main)
    await expect(startDownload(main)).rejects.toEqual(expectBusyError('This site is'))
    openDownloads[0]?.destroy()
    await expect.poll(() => startDownload(late).then(() => 'started', String)).toBe('started')
  } finally {
    for (const archive of openDownloads) archive.destroy()
  }
})
