/** A full disk and a read-only database: no 500 errors, reads continue, and writes recover without a restart. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { listTopicsEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp, openTestSite, signIn, type TestSite } from '#tests/support/test-site.ts'

const onServer = Boolean(inject('databaseUrl') as string | undefined)

let site: TestSite
let member: Viewer
beforeEach(async () => {
  site = await openTestSite({ content: 'demo' })
  member = await makeUser(site.ctx)
})
afterEach(() => site.close())

const pragma = (name: string, value: number) => sql`pragma ${sql.raw(name)} = ${sql.lit(value)}`.execute(site.ctx.db)
const post = (title: string) => site.call(member, postTopicEndpoint, { body: { title, content: 'words '.repeat(3000), categoryId: 1 } })
const titles = async () => (await site.ctx.db.selectFrom('topics').select('title').execute()).map(({ title }) => title)

async function postUntilRefused() {
  for (let n = 0; n < 50; n++) {
    const response = await post(`Topic ${n}`)
    if (response.status !== 201) return response
    accepted.push(`Topic ${n}`)
  }
  throw new Error('No post was refused.')
}
const accepted: string[] = []
afterEach(() => void (accepted.length = 0))

test.skipIf(onServer)(
  'a full disk returns 507, keeps acknowledged writes, serves readers, and accepts writes once space is free',
  async () => {
    // The file cannot grow any more: SQLite reports the same error as on a full disk.
    await pragma('max_page_count', 1)
    const refused = await postUntilRefused()
    expect(refused.status).toBe(507)
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.body).toEqual({
      code: 'storage.full',
      message: 'The server has no storage space left, so nothing was saved. Please try again later.',
    })
    expect((await site.call(null, listTopicsEndpoint)).status).toBe(200)
    expect(await titles()).toEqual(expect.arrayContaining(accepted))
    await pragma('max_page_count', 1_000_000)
    expect((await post('After the disk was full')).status).toBe(201)
    expect(await titles()).toContain('After the disk was full')
  },
)

test.skipIf(onServer)('a read-only database returns 503 for writes and serves readers', async () => {
  await pragma('query_only', 1)
  const refused = await post('Not now')
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('10')
  expect(refused.body.code).toBe('storage.read_only')
  expect((await site.call(null, listTopicsEndpoint)).status).toBe(200)
  await pragma('query_only', 0)
  expect((await post('Now')).status).toBe(201)
})

test.skipIf(onServer)('signed-in members can read while the database is read-only', async () => {
  const cookie = await signIn(site.ctx, { isAdmin: false })
  await site.ctx.db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(Date.now() - 3_600_000).toISOString() })
    .execute()
  const { app } = await buildTestApp({ sites: singleSiteDirectory(site.ctx.site) })
  const read = () => app.inject({ url: '/api/me', headers: { cookie, host: 'localhost' } })
  await pragma('query_only', 1)
  expect((await read()).statusCode).toBe(200)
  await pragma('query_only', 0)
  expect((await read()).statusCode).toBe(200)
  const [session] = await site.ctx.db.selectFrom('sessions').select('last_seen_at as at').execute()
  expect(Date.now() - Date.parse(session?.at ?? '')).toBeLessThan(600_000)
  await app.close()
})
