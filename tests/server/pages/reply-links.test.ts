/** Links to replies stay valid after deletions move them to another page. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import type { BuiltApp } from '#app/build-app.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { collectSources, indexChanges } from '#features/search/indexing/search-index.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { buildTestApp, openTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let built: BuiltApp
let viewer: Viewer | null = null
let topic: number
const replies: number[] = []
beforeAll(async () => {
  site = await openTestSite()
  built = await buildTestApp({ sites: singleSiteDirectory(site.ctx.site), actAs: () => viewer, pages: true })
  topic = await makeTopic(site.ctx)
  for (let n = 1; n <= 51; n += 1) {
    replies.push(await addReply(`Answer ${n}.`))
  }
})
afterAll(async () => {
  await built.app.close()
  await site.close()
})

const addReply = async (content: string) => {
  const row = { topic_id: topic, user_id: 1, content, status: 'visible', created_at: new Date().toISOString() } as const
  return (await site.ctx.db.insertInto('replies').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const get = async (path: string) => (await built.app.inject({ url: path })).body
const linked = () => get(`/forum/${topic}?reply=${replies[50]}`)
const deleteReply = async (id: number | undefined) => {
  viewer = await makeUser(site.ctx, { isAdmin: true })
  expect((await built.app.inject({ method: 'DELETE', url: `/api/forum-replies/${id}` })).statusCode).toBeLessThan(300)
  viewer = null
}

describe('a link to a reply', () => {
  test('leads to the reply’s page, before and after an earlier reply is deleted', async () => {
    const before = await linked()
    expect(before.includes('Answer 51.')).toBe(true)
    expect(before.includes('Answer 50.')).toBe(false)
    expect(before.includes(`<link rel="canonical" href="http://localhost/forum/${topic}?page=2"`)).toBe(true)
    await deleteReply(replies[3])
    const after = await linked()
    expect(after.includes('Answer 51.')).toBe(true)
    expect(after.includes('Answer 50.')).toBe(true)
    expect(after.includes(`id="reply-${replies[50]}"`)).toBe(true)
    expect(after.includes(`<link rel="canonical" href="http://localhost/forum/${topic}"`)).toBe(true)
  })

  test('says that the reply has been deleted, and shows the topic', async () => {
    const deleted = await addReply('Removed.')
    await deleteReply(deleted)
    const html = await get(`/forum/${topic}?reply=${deleted}`)
    expect(html.includes('This reply has been deleted')).toBe(true)
    expect(html.includes('Answer 1.')).toBe(true)
    expect((await get(`/forum/${topic}`)).includes('This reply has been deleted')).toBe(false)
  })

  test('is offered next to each reply', async () => {
    expect((await get(`/forum/${topic}`)).includes(`href="/forum/${topic}?reply=${replies[0]}#reply-${replies[0]}"`)).toBe(true)
  })

  test('is returned by the search if a reply matches', async () => {
    const id = await addReply('Quetzalite lags badly.')
    await indexChanges(
      site.ctx,
      collectSources(() => features),
    )
    const { results } = JSON.parse(await get('/api/search?q=quetzalite'))
    expect(results).toMatchObject([{ url: `/forum/${topic}`, partUrl: `/forum/${topic}?reply=${id}#reply-${id}` }])
    expect((await get('/search?q=quetzalite')).includes(`href="/forum/${topic}?reply=${id}#reply-${id}"`)).toBe(true)
  })

  test('returns a position for listed replies only, and 410 for a deleted topic', async () => {
    const position = async (id: number | undefined) => JSON.parse(await get(`/api/forum-replies/${topic}/${id}`))
    const deleted = await addReply('Removed.')
    await deleteReply(deleted)
    expect(await position(replies[0])).toEqual({ position: 1 })
    expect(await position(deleted)).toEqual({ position: null })
    expect(await position(999_999)).toEqual({ position: null })
    const other = await makeTopic(site.ctx)
    expect(JSON.parse(await get(`/api/forum-replies/${other}/${replies[0]}`))).toEqual({ position: null })
    viewer = await makeUser(site.ctx, { isAdmin: true })
    await built.app.inject({ method: 'DELETE', url: `/api/forums/${other}` })
    viewer = null
    expect((await built.app.inject({ url: `/api/forum-replies/${other}/${replies[0]}` })).statusCode).toBe(410)
  })
})
