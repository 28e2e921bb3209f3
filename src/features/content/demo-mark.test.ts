/** `isDemo` in the API: true for the invented content, false for that of real people. */
// Daily on PostgreSQL too: computed booleans are numbers on SQLite.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveBookmarkEndpoint } from '#features/bookmarks/bookmark.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { setTopicWatchEndpoint } from '#features/forums/watching/watch.contract.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { addWatchEndpoint, listWatchesEndpoint, type Watch } from '#features/watches/watches.contract.ts'
import { listNoticesEndpoint, type Notice } from '#features/notices/notice.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { suggestUsersEndpoint } from '#features/writing/writing.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { collectSources, indexChanges } from '#features/search/indexing/search-index.service.ts'
import { features } from '#app/features.ts'
import { jobHandlers } from '#app/registry.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let member: Viewer
beforeAll(async () => {
  site = await openTestSite({ content: 'demo' })
  member = await makeUser(site.ctx)
})
afterAll(() => site.close())

// Responses have many shapes.
// oxlint-disable-next-line typescript/no-explicit-any
const get = async (url: string): Promise<any> => (await site.app.inject({ url })).json()
/** Runs the queued jobs as if they were due, except those that send mail. */
async function runJobs(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await site.ctx.db
      .updateTable('queued_jobs')
      .set({ due_at: new Date(Date.now() - 1000).toISOString() })
      .where('due_at', 'is not', null)
      .execute()
    const writes = await runDueJobs(
      site.ctx,
      jobHandlers.filter(({ kind: { name } }) => name !== 'mail.send'),
    )
    site.caches.invalidate(site.ctx.site.id, writes)
  }
}
const findDemoMember = () =>
  site.ctx.db.selectFrom('users').select('id').where('is_demo', '=', true).orderBy('id', 'desc').executeTakeFirstOrThrow()

test.each([
  '/api/products',
  '/api/products?view=card',
  '/api/products/featured',
  '/api/products/category/6',
  '/api/products/compare?p=plover-home-7,rookery-kerb-7',
  '/api/reviews',
  '/api/reviews/recent',
  '/api/experts',
  '/api/expert-articles',
  '/api/articles?view=card',
  '/api/forums',
  '/api/forums/popular',
  '/api/forum-replies/1',
])('%s marks every item of the demo content', async (url) => {
  const items = (await get(url)) as { isDemo: boolean }[]
  expect(items.length).toBeGreaterThan(0)
  expect(new Set(items.map(({ isDemo }) => isDemo))).toEqual(new Set([true]))
})

test('search suggestions, suggestions of members and bookmarks are marked', async () => {
  await indexChanges(
    site.ctx,
    collectSources(() => features),
  )
  const { suggestions } = await get('/api/search/suggestions?q=plover')
  expect(suggestions).toContainEqual(expect.objectContaining({ url: '/products/plover-home-7', isDemo: true }))
  const { username } = await site.ctx.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', (await findDemoMember()).id)
    .executeTakeFirstOrThrow()
  const { body: found } = await site.call(member, suggestUsersEndpoint, { query: { q: username } })
  expect(found.users).toMatchObject([{ username, isDemo: true }])
  const { id } = await get('/api/products/plover-home-7')
  for (const [kind, subject] of [
    ['product', id],
    ['topic', 1],
    ['reply', 1],
    ['article', 1],
  ] as const) {
    const { body } = await site.call(member, saveBookmarkEndpoint, { body: { kind, id: subject } })
    expect(body.subject, kind).toMatchObject({ isDemo: true })
  }
  const topic = await makeTopic(site.ctx, { userId: member.id })
  const { body } = await site.call(member, saveBookmarkEndpoint, { body: { kind: 'topic', id: topic } })
  expect(body.subject).toMatchObject({ isDemo: false })
})

test('notices are marked by their subject: of new replies, mentions, reviews and prices, but not of real topics', async () => {
  const [watcher, author] = [await makeUser(site.ctx, { username: 'watching_wren' }), await makeUser(site.ctx)]
  const product = await get('/api/products/plover-home-7')
  const realTopic = await makeTopic(site.ctx, { userId: author.id })
  for (const id of [1, realTopic]) {
    await site.call(watcher, setTopicWatchEndpoint, { params: { topicId: id }, body: { isWatching: true } })
    await site.call(author, postReplyEndpoint, { body: { content: 'It does for us, @watching_wren.', forumId: id } })
  }
  await site.call(watcher, addWatchEndpoint, { body: { kind: 'product', id: product.id } })
  await site.call(author, postReviewEndpoint, {
    body: { rating: 4, title: 'Quiet', content: 'We have had it for a year.', productId: product.id },
  })
  await runJobs()
  const { body } = await site.call(watcher, listNoticesEndpoint)
  const notices = body as Notice[]
  const listMarks = (kind: string, path: RegExp) =>
    notices.flatMap((notice) => (notice.kind === kind && path.test(notice.path) ? notice.isDemo : []))
  for (const kind of ['reply', 'mention']) {
    expect(listMarks(kind, /^\/forum\/1\b/), kind).toEqual([true])
    expect(listMarks(kind, new RegExp(`^/forum/${realTopic}\\b`)), kind).toEqual([false])
  }
  expect(listMarks('watch', /^\/products\/plover-home-7/)).toEqual([true])
})

test('the list of watches marks demo products, topics and members, but not categories and real topics', async () => {
  const watcher = await makeUser(site.ctx)
  const [product, demoMember] = [await get('/api/products/plover-home-7'), await findDemoMember()]
  const realTopic = await makeTopic(site.ctx, { userId: member.id })
  for (const body of [
    { kind: 'product', id: product.id },
    { kind: 'user', id: demoMember.id },
    { kind: 'user', id: member.id },
    { kind: 'category', id: 1 },
  ])
    await site.call(watcher, addWatchEndpoint, { body })
  for (const topicId of [1, realTopic]) await site.call(watcher, setTopicWatchEndpoint, { params: { topicId }, body: { isWatching: true } })
  const { body } = await site.call(watcher, listWatchesEndpoint)
  const marks = new Map((body as Watch[]).map(({ subject }) => [subject?.path, subject?.isDemo]))
  expect(Object.fromEntries(marks)).toMatchObject({
    '/products/plover-home-7': true,
    [`/user/${demoMember.id}`]: true,
    [`/user/${member.id}`]: false,
    '/forum/1': true,
    [`/forum/${realTopic}`]: false,
  })
  expect([...marks.values()].filter(Boolean)).toHaveLength(3)
})

test('a guide of the demo content and its invented author are marked separately', async () => {
  expect(await get('/api/articles/winter-range')).toMatchObject({ isDemo: true, isAuthorDemo: true })
  await site.ctx.db.updateTable('articles').set({ author_name: 'The editor' }).where('slug', '=', 'used-electric-car-battery').execute()
  expect(await get('/api/articles/used-electric-car-battery')).toMatchObject({ isDemo: true, isAuthorDemo: false })
})

describe('content of real people', () => {
  test('is not marked, not even on demo content', async () => {
    const product = await makeProduct(site.ctx)
    const topic = await makeTopic(site.ctx, { userId: member.id })
    expect(await get(`/api/products/${product.slug}`)).toMatchObject({ isDemo: false })
    expect(await get(`/api/forums/${topic}`)).toMatchObject({ isDemo: false })
    expect(await get(`/api/users/${member.id}`)).toMatchObject({ isDemo: false })
    const demoProduct = await get('/api/products/plover-home-7')
    const reviewForm = { rating: 4, title: 'Quiet', content: 'We have had it for a year.', productId: demoProduct.id }
    expect((await site.call(member, postReviewEndpoint, { body: reviewForm })).body).toMatchObject({ isDemo: false })
    const reply = await site.call(member, postReplyEndpoint, { body: { content: 'It does for us.', forumId: 1 } })
    expect(reply.body).toMatchObject({ isDemo: false })
    const replies = (await get('/api/forum-replies/1?perPage=100')) as { id: number; isDemo: boolean }[]
    expect(replies.find(({ id }) => id === reply.body.id)).toMatchObject({ isDemo: false })
  })
})

describe('a demo member', () => {
  test('is marked, and so is a topic of the account that is not marked itself', async () => {
    const { id } = await findDemoMember()
    const topic = await makeTopic(site.ctx, { userId: id })
    expect(await get(`/api/users/${id}`)).toMatchObject({ isDemo: true })
    expect(await get(`/api/forums/${topic}`)).toMatchObject({ isDemo: true })
  })

  test('is not marked once the account has a password or administrator rights', async () => {
    const { id } = await findDemoMember()
    const topic = await makeTopic(site.ctx, { userId: id })
    for (const change of [{ password_hash: 'a hash' }, { password_hash: null, is_admin: true }]) {
      await site.ctx.db.updateTable('users').set(change).where('id', '=', id).execute()
      expect(await get(`/api/users/${id}`)).toMatchObject({ isDemo: false })
      expect(await get(`/api/forums/${topic}`)).toMatchObject({ isDemo: false })
    }
  })
})
