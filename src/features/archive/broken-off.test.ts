/** Tests that errors while an archive is streamed end the stream, and not the process. */
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import { putFile } from '#tests/support/site-files.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { getArchiveEndpoint } from './archive.contract.ts'
import { writeArchive } from './archive.service.ts'
import { archiveTables } from '#app/registry.ts'

let site: TestSite
/** Uncaught exceptions and unhandled rejections, which would end the process. */
let unhandled: unknown[]
const recordError = (error: unknown) => void unhandled.push(error)
beforeEach(async () => {
  site = await openTestSite({ content: 'demo' })
  unhandled = []
  process.on('uncaughtExceptionMonitor', recordError).on('unhandledRejection', recordError)
})
afterEach(async () => {
  process.off('uncaughtExceptionMonitor', recordError).off('unhandledRejection', recordError)
  await site.close()
})

/** Resolves to the error of the stream, even one before the stream is read, or to `whole` at its end. */
const waitForEnd = (archive: Awaited<ReturnType<typeof writeArchive>>): Promise<unknown> => once(archive, 'end').then(() => 'whole', String)

test('a file that is deleted during the download ends the archive with an error', async () => {
  const { files } = site.ctx.site
  await putFile(files, 'uploads/ab/picture.webp', 'a picture')
  const archive = await writeArchive(site.ctx, false, archiveTables)
  const end = waitForEnd(archive)
  const closed = new Promise((resolve) => archive.once('close', resolve))
  await files.removeFolder('uploads/ab')
  archive.resume()
  expect(await end).toMatch(/picture\.webp is gone/)
  await closed
  // Unhandled rejections are reported in the next turn of the event loop.
  await setImmediate()
  expect(unhandled).toEqual([])
})

// The test only runs with PostgreSQL, because SQLite has no connection to lose.
const databaseUrls = [inject('databaseUrl') as string | undefined].filter((url) => url !== undefined)
test.each(databaseUrls)('a terminated database connection ends the archive with an error', async (connectionString) => {
  const archive = await writeArchive(site.ctx, false, archiveTables)
  const end = waitForEnd(archive)
  const closed = new Promise((resolve) => archive.once('close', resolve))
  const server = new pg.Client({ connectionString })
  await server.connect()
  // The connection is idle between two queries, because reading pauses when the buffers are full.
  await vi.waitFor(async () => {
    const { rows } = await server.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and query like $1",
      [`%site_${site.ctx.site.id}%`],
    )
    expect(rows).toHaveLength(1)
  }, 60_000)
  await server.end()
  archive.resume()
  expect(await end).toMatch(/connection/i)
  await closed
  // Unhandled rejections are reported in the next turn of the event loop.
  await setImmediate()
  expect(unhandled).toEqual([])
  const admin = await makeUser(site.ctx, { isAdmin: true })
  expect((await site.call(admin, getArchiveEndpoint)).status).toBe(200)
})
