/** A disk without room and a database that may not be written: nobody hears of a fault, readers read on, and it passes by itself. */
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
    const answer = await post(`Topic ${n}`)
    if (answer.status !== 201) return answer
    accepted.push(`Topic ${n}`)
  }
  throw new Error('There was room for all.')
}
const accepted: string[] = []
afterEach(() => void (accepted.length = 0))

test.skipIf(onServer)('no room: 507, what was acknowledged is there, readers read on, and with room again it is saved', async () => {
  // The file may not grow any more: SQLite says the same as on a full disk.
  await pragma('max_page_count', 1)
  const refused = await postUntilRefused()
  expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
    507,
    '60',
    { code: 'storage.full', message: 'There is no room left on the server, so nothing was saved. Please try again later.' },
  ])
  expect((await site.call(null, listTopicsEndpoint)).status).toBe(200)
  expect(await titles()).toEqual(expect.arrayContaining(accepted))
  await pragma('max_page_count', 1_000_000)
  expect((await post('There is room')).status).toBe(201)
  expect(await titles()).toContain('There is room')
})

test.skipIf(onServer)('a database that may not be written is 503, and readers read on', async () => {
  await pragma('query_only', 1)
  const refused = await post('Not now')
  expect([refused.status, refused.headers['retry-after'], refused.body.code]).toEqual([503, '10', 'storage.read_only'])
  expect((await site.call(null, listTopicsEndpoint)).status).toBe(200)
  await pragma('query_only', 0)
  expect((await post('Now')).status).toBe(201)
})

test.skipIf(onServer)('who is signed in reads on where nothing can be written', async () => {
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
