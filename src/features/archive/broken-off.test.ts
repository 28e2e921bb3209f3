/** What goes wrong in the middle of an archive ends the archive, and nothing else. */
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
/** What would end the process, or be said about it, outside of a test. */
let unheard: unknown[]
const note = (fault: unknown) => void unheard.push(fault)
beforeEach(async () => {
  site = await openTestSite({ content: 'demo' })
  unheard = []
  process.on('uncaughtExceptionMonitor', note).on('unhandledRejection', note)
})
afterEach(async () => {
  process.off('uncaughtExceptionMonitor', note).off('unhandledRejection', note)
  await site.close()
})

/** The fault that an archive ends with. It may come before anybody reads. */
const endOf = (archive: Awaited<ReturnType<typeof writeArchive>>): Promise<unknown> => once(archive, 'end').then(() => 'whole', String)

test('a file that is taken away meanwhile', async () => {
  const { files } = site.ctx.site
  await putFile(files, 'uploads/ab/picture.webp', 'a picture')
  const archive = await writeArchive(site.ctx, false, archiveTables)
  const end = endOf(archive)
  const closed = new Promise((resolve) => archive.once('close', resolve))
  await files.removeFolder('uploads/ab')
  archive.resume()
  expect(await end).toMatch(/picture\.webp is gone/)
  await closed
  // What nobody listens to is told of in the next turn.
  await setImmediate()
  expect(unheard).toEqual([])
})

// The embedded database has no connection to lose.
const servers = [inject('databaseUrl') as string | undefined].filter((url) => url !== undefined)
test.each(servers)('a server that ends the connection', async (connectionString) => {
  const archive = await writeArchive(site.ctx, false, archiveTables)
  const end = endOf(archive)
  const closed = new Promise((resolve) => archive.once('close', resolve))
  const server = new pg.Client({ connectionString })
  await server.connect()
  // Between two queries: it reads on until nobody takes what it has read.
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
  // What nobody listens to is told of in the next turn.
  await setImmediate()
  expect(unheard).toEqual([])
  const admin = await makeUser(site.ctx, { isAdmin: true })
  expect((await site.call(admin, getArchiveEndpoint)).status).toBe(200)
})
