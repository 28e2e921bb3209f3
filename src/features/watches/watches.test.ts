/** Tests watches of categories, products and members, and how watchers are notified of new topics and reviews. */
// Daily on PostgreSQL too: lists are a union of two tables, and notices are created in batches with locked rows.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSignedIn, TEST_PASSWORD, type TestAccount } from '#features/accounts/account.factory.ts'
import { deleteAccountEndpoint } from '#features/accounts/account.contract.ts'
import { changeTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { setTopicWatchEndpoint } from '#features/forums/watching/watch.contract.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { getPreferencesEndpoint } from '#features/notices/notice.contract.ts'
import { changeProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { changeProduct, deleteProduct } from '#features/products/editing/product-editing.service.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { hideReviewEndpoint } from '#features/reviews/moderation/review-moderation.contract.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { MAX_WATCHES, type WatchKind } from './watch-limits.policy.ts'
import { WATCHER_BATCH_SIZE, watchJobHandlers } from './watch-notification.service.ts'
import { addWatchEndpoint, listWatchesEndpoint, removeWatchEndpoint, type Watch } from './watches.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of ['watches', 'notices', 'queued_jobs'] as const) await site.ctx.db.deleteFrom(table).execute()
})

const watch = (member: TestAccount, kind: WatchKind, id: number) => member.call(addWatchEndpoint, { body: { kind, id } })
const unwatch = (member: TestAccount, kind: WatchKind, id: number) => member.call(removeWatchEndpoint, { query: { kind, id } })
const list = async (member: TestAccount, query: object = {}): Promise<Watch[]> => (await member.call(listWatchesEndpoint, { query })).body
const runJobs = async () => {
  const { db } = site.ctx
  await db.updateTable('queued_jobs').set({ due_at: '2026-01-01T00:00:00.000Z' }).where('due_at', 'is not', null).execute()
  await runDueJobs(site.ctx, [...watchJobHandlers])
}
const watchNotices = () =>
  site.ctx.db
    .selectFrom('notices')
    .select(['user_id as userId', 'title', 'path', 'about'])
    .where('kind', '=', 'watch')
    .orderBy('user_id')
    .execute()
const post = async (member: TestAccount, title = 'Peat', categoryId = 1) =>
  (await member.call(postTopicEndpoint, { body: { title, content: 'Is it good?', categoryId } })).body.id as number

describe('a member', () => {
  test('watches categories, products and members, and sees them with watched topics in one list', async () => {
    const [ann, ben] = [await makeSignedIn(site), await makeSignedIn(site)]
    const product = await makeProduct(site.ctx)
    const topicId = await makeTopic(site.ctx, { title: 'Wool' })
    expect((await watch(ann, 'category', 1)).body).toEqual({ kind: 'category', id: 1, isWatching: true })
    await watch(ann, 'category', 1)
    await watch(ann, 'product', product.id)
    await watch(ann, 'user', ben.id)
    await ann.call(setTopicWatchEndpoint, { params: { topicId }, body: { isWatching: true } })
    const category = await site.ctx.db.selectFrom('categories').select(['slug', 'name']).where('id', '=', 1).executeTakeFirstOrThrow()
    const subjects = (await list(ann)).map(({ kind, subject }) => ({ kind, ...subject }))
    expect(subjects.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'category', title: category.name, path: `/category/${category.slug}`, isDemo: false },
      { kind: 'product', title: product.name, path: `/products/${product.slug}`, isDemo: false },
      { kind: 'topic', title: 'Wool', path: `/forum/${topicId}`, isDemo: false },
      { kind: 'user', title: ben.username, path: `/user/${ben.id}`, isDemo: false },
    ])
    expect((await list(ann, { kind: 'user', id: ben.id })).map(({ id }) => id)).toEqual([ben.id])
    expect(await list(ann, { kind: 'user', id: ann.id })).toEqual([])
    expect(await list(ben)).toEqual([])
    expect((await unwatch(ann, 'user', ben.id)).body).toEqual({ kind: 'user', id: ben.id, isWatching: false })
    expect((await unwatch(ann, 'user', ben.id)).status).toBe(200)
    expect(await list(ann)).toHaveLength(3)
  })

  test('sees an own topic that waits for approval, which other watchers do not', async () => {
    const [ann, ben] = [await makeSignedIn(site), await makeSignedIn(site)]
    const topicId = await makeTopic(site.ctx, { title: 'Felt', userId: ann.id })
    for (const member of [ann, ben]) await member.call(setTopicWatchEndpoint, { params: { topicId }, body: { isWatching: true } })
    await site.ctx.db.updateTable('topics').set({ status: 'waiting' }).where('id', '=', topicId).execute()
    expect((await list(ann))[0]?.subject).toEqual({ title: 'Felt', path: `/forum/${topicId}`, isDemo: false, isWaiting: true })
    expect((await list(ben))[0]?.subject).toBeNull()
    await site.ctx.db.updateTable('topics').set({ status: 'hidden' }).where('id', '=', topicId).execute()
    expect((await list(ann))[0]?.subject).toBeNull()
  })

  test('cannot watch themselves, the guest account or what does not exist, and cannot exceed the limit', async () => {
    const ann = await makeSignedIn(site)
    expect((await watch(ann, 'user', ann.id)).status).toBe(400)
    expect((await watch(ann, 'user', GUEST_ID)).status).toBe(404)
    for (const kind of ['category', 'product', 'user'] as const) expect((await watch(ann, kind, 999_999)).status).toBe(404)
    const row = { user_id: ann.id, kind: 'product', created_at: '2026-01-01T00:00:00.000Z' } as const
    const rows = Array.from({ length: MAX_WATCHES }, (_, n) => ({ ...row, subject_id: 2_000_000 + n }))
    for (let n = 0; n < MAX_WATCHES; n += 100)
      await site.ctx.db
        .insertInto('watches')
        .values(rows.slice(n, n + 100))
        .execute()
    expect(await watch(ann, 'category', 1)).toMatchObject({ status: 409, body: { code: 'watch.limit' } })
    for (const endpoint of [listWatchesEndpoint, addWatchEndpoint, removeWatchEndpoint])
      expect((await site.call(null, endpoint, { body: { kind: 'category', id: 1 }, query: { kind: 'category', id: 1 } })).status).toBe(401)
  })

  test('gets the watches in the export; closing the account deletes them and those about the member', async () => {
    const [ann, ben] = [await makeSignedIn(site), await makeSignedIn(site)]
    await watch(ann, 'category', 1)
    await watch(ben, 'user', ann.id)
    const exported = (await site.app.inject({ url: '/api/me/export', headers: { cookie: ann.cookie } })).json()
    expect(exported.watches).toMatchObject([{ kind: 'category', id: 1 }])
    expect((await ann.call(deleteAccountEndpoint, { body: { password: TEST_PASSWORD } })).status).toBe(200)
    expect(await site.ctx.db.selectFrom('watches').selectAll().execute()).toEqual([])
  })

  test('gets mails about watched pages once a day by default', async () => {
    const ann = await makeSignedIn(site)
    expect((await ann.call(getPreferencesEndpoint)).body.watch).toBe('daily')
  })
})

describe('a watcher', () => {
  test('is notified once of a new topic in a watched category by a watched member; its author is not', async () => {
    const [ann, ben, cat] = [await makeSignedIn(site), await makeSignedIn(site), await makeSignedIn(site)]
    await watch(ann, 'category', 1)
    await watch(ann, 'user', cat.id)
    await watch(ben, 'user', cat.id)
    await watch(cat, 'category', 1)
    const id = await post(cat)
    await runJobs()
    const notice = {
      about: `topic:${id}`,
      path: `/forum/${id}`,
      title: expect.stringMatching(`^New topic by ${cat.username} in .+: “Peat”$`),
    }
    expect(await watchNotices()).toEqual([
      { userId: ann.id, ...notice },
      { userId: ben.id, ...notice },
    ])
    const jobs = await site.ctx.db.selectFrom('queued_jobs').select('kind').where('kind', 'like', 'notices.%').execute()
    expect(jobs.map(({ kind }) => kind)).toEqual(['notices.digest', 'notices.digest'])
  })

  test('is not notified of other topics, nor of a topic that was hidden meanwhile', async () => {
    const [ann, ben] = [await makeSignedIn(site), await makeSignedIn(site)]
    const admin = await makeUser(site.ctx, { isAdmin: true })
    await watch(ann, 'category', 2)
    await post(ben)
    await runJobs()
    expect(await watchNotices()).toEqual([])
    const id = await post(ben, 'Moss', 2)
    await site.call(admin, changeTopicEndpoint, { params: { id }, body: { status: 'hidden' } })
    await runJobs()
    expect(await watchNotices()).toEqual([])
  })

  test('is notified of a topic that waited once it is approved; hiding the topic removes the notice', async () => {
    const ann = await makeSignedIn(site)
    const admin = await makeUser(site.ctx, { isAdmin: true })
    await watch(ann, 'category', 1)
    const id = await makeTopic(site.ctx, { title: 'Late', status: 'waiting' })
    const setStatus = (status: 'visible' | 'hidden') => site.call(admin, changeTopicEndpoint, { params: { id }, body: { status } })
    await setStatus('visible')
    await runJobs()
    expect(await watchNotices()).toMatchObject([{ userId: ann.id, about: `topic:${id}` }])
    await setStatus('hidden')
    expect(await watchNotices()).toEqual([])
  })

  test('is notified of a new review of a watched product; hiding the review removes the notice', async () => {
    const [ann, ben] = [await makeSignedIn(site), await makeSignedIn(site)]
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const product = await makeProduct(site.ctx)
    await watch(ann, 'product', product.id)
    const { body } = await ben.call(postReviewEndpoint, {
      body: { productId: product.id, rating: 4, title: 'Good', content: 'It is quiet.' },
    })
    await runJobs()
    expect(await watchNotices()).toEqual([
      {
        userId: ann.id,
        about: `review:${body.id}:new`,
        title: `New review of ${product.name} by ${ben.username}`,
        path: `/products/${product.slug}?tab=reviews#review-${body.id}`,
      },
    ])
    await site.call(admin, hideReviewEndpoint, { params: { id: body.id }, query: { reason: 'spam' } })
    expect(await watchNotices()).toEqual([])
  })

  test('is notified of a new topic about a watched product', async () => {
    const [ann, ben] = [await makeSignedIn(site), await makeSignedIn(site)]
    const product = await makeProduct(site.ctx)
    await watch(ann, 'product', product.id)
    await ben.call(postTopicEndpoint, { body: { title: 'Hum', content: 'Does it?', categoryId: 1, productSlugs: [product.slug] } })
    await runJobs()
    expect((await watchNotices()).map(({ userId }) => userId)).toEqual([ann.id])
  })

  test('is notified exactly once if there are several batches of watchers', async () => {
    const author = await makeSignedIn(site)
    const watchers: number[] = []
    for (let n = 0; n <= WATCHER_BATCH_SIZE; n += 1) watchers.push((await makeUser(site.ctx)).id)
    await site.ctx.db
      .insertInto('watches')
      .values(watchers.map((user_id) => ({ user_id, kind: 'category', subject_id: 1, created_at: '2026-01-01T00:00:00.000Z' }) as const))
      .execute()
    await post(author)
    await runJobs()
    await runJobs()
    expect((await watchNotices()).map(({ userId }) => userId)).toEqual(watchers)
  })
})

test('a topic without watchers enqueues no job', async () => {
  await post(await makeSignedIn(site))
  expect(await site.ctx.db.selectFrom('queued_jobs').select('kind').where('kind', '=', 'watches.notify').execute()).toEqual([])
})

describe('a new price', () => {
  const changePrice = (viewer: Viewer, id: number, price: string) =>
    site.call(viewer, changeProductEndpoint, { params: { id }, body: { price } })
  const titles = async () => (await watchNotices()).map(({ userId, title }) => ({ userId, title }))

  test('notifies watchers of the product once per change, except the administrator who has changed it', async () => {
    const [ann, admin] = [await makeSignedIn(site), await makeUser(site.ctx, { isAdmin: true })]
    const product = await makeProduct(site.ctx, { name: 'Kestrel 8', price: '£4,000' })
    await watch(ann, 'product', product.id)
    await site.ctx.db
      .insertInto('watches')
      .values({ user_id: admin.id, kind: 'product', subject_id: product.id, created_at: '2026-01-01T00:00:00.000Z' })
      .execute()
    expect((await changePrice(admin, product.id, '£4,500')).status).toBe(200)
    await changePrice(admin, product.id, '£4,500')
    await site.call(admin, changeProductEndpoint, { params: { id: product.id }, body: { isFeatured: true } })
    await runJobs()
    expect(await titles()).toEqual([{ userId: ann.id, title: 'The price of Kestrel 8 changed from £4,000 to £4,500' }])
    await changePrice(admin, product.id, '£3,900')
    await runJobs()
    expect((await titles()).map(({ title }) => title)).toEqual([
      'The price of Kestrel 8 changed from £4,000 to £4,500',
      'The price of Kestrel 8 changed from £4,500 to £3,900',
    ])
    expect((await watchNotices())[0]?.path).toBe(`/products/${product.slug}`)
  })

  test('sends no notice while products are switched off, or after the product was deleted', async () => {
    const [ann, admin] = [await makeSignedIn(site), await makeUser(site.ctx, { isAdmin: true })]
    const product = await makeProduct(site.ctx, { price: '£4,000' })
    await watch(ann, 'product', product.id)
    await changePrice(admin, product.id, '£4,500')
    await deleteProduct({ ...site.ctx, viewer: admin }, product.id)
    await runJobs()
    expect(await titles()).toEqual([])
    const hidden = await makeProduct(site.ctx, { price: '£4,000' })
    await watch(ann, 'product', hidden.id)
    const { features } = site.ctx.site.settings
    site.ctx.site.settings.features = { ...features, products: false }
    await changeProduct({ ...site.ctx, viewer: admin }, hidden.id, { price: '£4,500' })
    await runJobs()
    site.ctx.site.settings.features = features
    expect(await titles()).toEqual([])
  })
})
