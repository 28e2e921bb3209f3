/** Tests what members missed since their last visit, and the weekly digest. */
// Daily on PostgreSQL too: lists are unions, and digests are taken in batches.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forAnyTable } from '#db/any-table.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { changePreferencesEndpoint, getPreferencesEndpoint, unsubscribeFromNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { findNextDigestAt } from '#features/notices/notice-kind.policy.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { digestJobHandlers, enqueueDueDigests } from './digest.service.ts'
import { getMissedEndpoint, type Missed } from './recap.contract.ts'
import { shareSlots } from './share-slots.policy.ts'

let site: TestSite
let other: Viewer
beforeAll(async () => {
  site = await openTestSite()
  other = await makeUser(site.ctx)
})
beforeEach(async () => {
  await site.ctx.db.deleteFrom('topics').execute()
  await site.ctx.db.deleteFrom('articles').execute()
  await site.ctx.db.deleteFrom('mails').execute()
})
afterAll(() => site.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const reply = (forumId: number) => site.call(other, postReplyEndpoint, { body: { content: 'Well.', forumId } })
const getMissed = async (viewer: Viewer) => (await site.call(viewer, getMissedEndpoint)).body as Missed
const changePreferences = (viewer: Viewer, digest: 'weekly' | 'off') => site.call(viewer, changePreferencesEndpoint, { body: { digest } })
const listMails = () => site.ctx.db.selectFrom('mails').select(['subject', 'body']).execute()

test('slots are shared by turns', () => {
  expect(shareSlots([['a', 'b', 'c', 'd'], ['e'], ['f', 'g', 'h']], 6)).toEqual([['a', 'b', 'c'], ['e'], ['f', 'g']])
  expect(shareSlots([['a'], []], 6)).toEqual([['a'], []])
})

test('the list contains the most active topics and new articles in own categories since the last visit', async () => {
  const member = await makeUser(site.ctx)
  await makeTopic(site.ctx, { userId: member.id, categoryId: 2, createdAt: daysAgo(20) })
  const [quiet, lively] = [
    await makeTopic(site.ctx, { userId: other.id, categoryId: 2, createdAt: daysAgo(2) }),
    await makeTopic(site.ctx, { userId: other.id, categoryId: 2, createdAt: daysAgo(30) }),
  ]
  await makeTopic(site.ctx, { userId: other.id, categoryId: 2, createdAt: daysAgo(12) })
  await makeTopic(site.ctx, { userId: other.id, categoryId: 3, createdAt: daysAgo(2) })
  await makeTopic(site.ctx, { userId: other.id, categoryId: 2, createdAt: daysAgo(2), status: 'hidden' })
  await reply(lively)
  await site.ctx.db
    .insertInto('forum_visits')
    .values({ user_id: member.id, visited_at: daysAgo(10), previous_visit_at: null })
    .execute()
  const article = (slug: string, categoryId: number, status: 'draft' | 'published') =>
    site.ctx.db
      .insertInto('articles')
      .values({ slug, title: slug, category_id: categoryId, published_at: daysAgo(3), status, content: 'x', search_text: 'x' })
      .execute()
  await article('new', 2, 'published')
  await article('draft', 2, 'draft')
  await article('elsewhere', 3, 'published')
  const { items, since } = await getMissed(member)
  expect(items.map(({ kind, path, newReplies }) => ({ kind, path, newReplies }))).toEqual([
    { kind: 'topic', path: `/forum/${lively}`, newReplies: 1 },
    { kind: 'topic', path: `/forum/${quiet}`, newReplies: 0 },
    { kind: 'article', path: '/articles/new', newReplies: 0 },
  ])
  expect(since.slice(0, 10)).toBe(daysAgo(10).slice(0, 10))
})

test('the list has at most six items, from all categories for members without posts, and is refused to visitors', async () => {
  const member = await makeUser(site.ctx)
  await site.ctx.db
    .updateTable('users')
    .set({ member_since: daysAgo(3) })
    .where('id', '=', member.id)
    .execute()
  for (let n = 0; n < 8; n += 1) await makeTopic(site.ctx, { userId: other.id, categoryId: (n % 3) + 1, createdAt: daysAgo(1) })
  expect((await getMissed(member)).items).toHaveLength(6)
  expect((await site.call(null, getMissedEndpoint)).status).toBe(401)
})

test('the list contains nothing from before the member joined', async () => {
  const earlier = await makeTopic(site.ctx, { userId: other.id, createdAt: daysAgo(2) })
  await reply(earlier)
  await site.ctx.db
    .updateTable('replies')
    .set({ created_at: daysAgo(1) })
    .where('topic_id', '=', earlier)
    .execute()
  await site.ctx.db
    .updateTable('topics')
    .set({ active_at: daysAgo(1) })
    .where('id', '=', earlier)
    .execute()
  const member = await makeUser(site.ctx)
  expect((await getMissed(member)).items).toEqual([])

  const later = await makeTopic(site.ctx, { userId: other.id })
  await reply(later)
  const { memberSince } = await site.ctx.db
    .selectFrom('users')
    .select('member_since as memberSince')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  const { items, since } = await getMissed(member)
  expect(items).toMatchObject([{ path: `/forum/${later}`, newReplies: 1 }])
  expect(since).toBe(memberSince)
})

test.each([
  ['2026-11-27T23:00:00.000Z', '2026-11-30T07:00:00.000Z'],
  ['2026-11-30T06:59:59.999Z', '2026-11-30T07:00:00.000Z'],
  ['2026-11-30T07:00:00.000Z', '2026-12-07T07:00:00.000Z'],
])('the weekly digest after %s is due at %s', (now, due) => expect(findNextDigestAt(new Date(now))).toBe(due))

test('the weekly digest is sent on Monday only to members who chose it and if there is something new', async () => {
  const [member, bystander] = [await makeUser(site.ctx), await makeUser(site.ctx)]
  expect((await site.call(member, getPreferencesEndpoint)).body.digest).toBe('off')
  expect((await changePreferences(member, 'weekly')).body.digest).toBe('weekly')
  const monday = new Date(findNextDigestAt(new Date()))
  await enqueueDueDigests(site.ctx, new Date())
  await runDueJobs(site.ctx, digestJobHandlers)
  expect(await listMails()).toEqual([])

  const send = async (at: Date) => {
    const nextDue = await enqueueDueDigests(site.ctx, at)
    await runDueJobs(site.ctx, digestJobHandlers)
    return nextDue
  }
  expect(await send(monday)).toBe(findNextDigestAt(monday))
  expect(await listMails()).toEqual([])

  const lively = await makeTopic(site.ctx, { userId: other.id, categoryId: 2, title: 'Does it hum?', createdAt: daysAgo(1) })
  await reply(lively)
  await makeTopic(site.ctx, { userId: other.id, categoryId: 2, title: 'Why so?', isQuestion: true })
  await makeTopic(site.ctx, { userId: other.id, categoryId: 3, title: 'Elsewhere', isQuestion: true })
  const product = await makeProduct(site.ctx)
  await site.call(other, postReviewEndpoint, { body: { productId: product.id, rating: 3, title: 'Fair', content: 'It works.' } })
  for (const [kind, id] of [
    ['category', 2],
    ['product', product.id],
  ] as const)
    await forAnyTable(site.ctx.db)
      .insertInto('watches')
      .values({ user_id: member.id, kind, subject_id: id, created_at: daysAgo(9) })
      .execute()
  await makeTopic(site.ctx, { userId: bystander.id, categoryId: 2, title: 'Nothing happened', createdAt: daysAgo(1) })
  await site.ctx.db
    .updateTable('weekly_digests')
    .set({ due_at: daysAgo(0) })
    .execute()
  await send(new Date())
  const mails = await listMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain('“Does it hum?” · 1 new reply')
  expect(mails[0]?.body).toContain('“Why so?”')
  expect(mails[0]?.body).not.toContain('Nothing happened')
  expect(mails[0]?.body).not.toContain('Elsewhere')
  expect(mails[0]?.body).toContain(`${product.name}: 3 stars`)

  const key = /notices\/leave\/(weekly~[\w-]{43})/.exec(mails[0]?.body ?? '')?.[1] ?? ''
  const { body } = await site.call(null, unsubscribeFromNoticesEndpoint, { params: { key } })
  expect(body).toEqual({ kind: 'weekly', label: 'The weekly digest', isLeft: true })
  expect((await site.call(member, getPreferencesEndpoint)).body.digest).toBe('off')
})

test('the list and the weekly digest mark demo content', async () => {
  const member = await makeUser(site.ctx)
  const [demo, real] = [
    await makeTopic(site.ctx, { userId: other.id, categoryId: 2, title: 'An invented topic', createdAt: daysAgo(1) }),
    await makeTopic(site.ctx, { userId: other.id, categoryId: 2, title: 'A real topic', createdAt: daysAgo(1) }),
  ]
  await site.ctx.db.updateTable('topics').set({ is_demo: true }).where('id', '=', demo).execute()
  for (const id of [demo, real]) await reply(id)
  await forAnyTable(site.ctx.db)
    .insertInto('watches')
    .values({ user_id: member.id, kind: 'category', subject_id: 2, created_at: daysAgo(9) })
    .execute()
  const { items } = await getMissed(member)
  expect(items.find(({ id }) => id === demo)).toMatchObject({ isDemo: true })
  expect(items.find(({ id }) => id === real)).toMatchObject({ isDemo: false })
  await changePreferences(member, 'weekly')
  await enqueueDueDigests(site.ctx, new Date(findNextDigestAt(new Date())))
  await runDueJobs(site.ctx, digestJobHandlers)
  const [mail] = await listMails()
  expect(mail?.body).toContain('“An invented topic” (demo) · 1 new reply')
  expect(mail?.body).toContain('“A real topic” · 1 new reply')
})
