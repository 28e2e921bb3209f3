import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeReferenceValue } from '#features/figures/figure.factory.ts'
import { listAllTopicsEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { listUsersEndpoint } from '#features/users/user.contract.ts'
import { holdJobs, resumeHeldJobs } from '#features/job-queue/held-jobs.service.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import { sendMailJob } from '#features/mail/mail-job.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { getDashboard as readDashboard } from './dashboard.service.ts'
import { getDashboardEndpoint, SPARKLINE_DAYS, type Attention, type DashboardCount } from './dashboard.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite({ settings: { enquiryEmail: 'shop@example.org' } })
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const getTimeDaysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const getDashboard = async (viewer = admin) => {
  const { status, body } = await site.call(viewer, getDashboardEndpoint)
  expect(status).toBe(200)
  return body
}
const getCounts = async () =>
  new Map<string, DashboardCount>((await getDashboard()).counts.map((count: DashboardCount) => [count.name, count]))
const findAttention = async (kind: Attention['kind'], viewer = admin): Promise<Attention | undefined> =>
  (await getDashboard(viewer)).attention.find((item: Attention) => item.kind === kind)
const insertEnquiry = (status = 'new', createdAt = getTimeDaysAgo(0)) =>
  site.ctx.db
    .insertInto('enquiries')
    .values({
      name: 'Owen Tait',
      email: 'o@example.org',
      phone: '0',
      address: 'x',
      product_name: 'Aria',
      product_price: '£1',
      status,
      created_at: createdAt,
    })
    .execute()

describe('counts', () => {
  let countsBefore: Map<string, DashboardCount>
  beforeEach(async () => {
    countsBefore = await getCounts()
  })
  const countGrowth = async (name: DashboardCount['name']) => {
    const [countBefore, countNow] = [countsBefore.get(name), (await getCounts()).get(name)]
    return { total: (countNow?.total ?? 0) - (countBefore?.total ?? 0), recent: (countNow?.recent ?? 0) - (countBefore?.recent ?? 0) }
  }

  test('ADM-DASH-01 the five counts are in order, each with thirty days', async () => {
    const { counts: allCounts } = await getDashboard()
    expect(allCounts.map(({ name }: DashboardCount) => name)).toEqual(['products', 'articles', 'forums', 'enquiries', 'users'])
    for (const { perDay } of allCounts) expect(perDay).toHaveLength(SPARKLINE_DAYS)
  })
  test('ADM-DASH-02 CON-08 the forums count includes the topics that Manage Forums lists: new, old and hidden', async () => {
    await makeTopic(site.ctx)
    await makeTopic(site.ctx, { createdAt: getTimeDaysAgo(3) })
    await makeTopic(site.ctx, { createdAt: getTimeDaysAgo(40) })
    await makeTopic(site.ctx, { status: 'hidden' })
    const pinnedTopicId = await makeTopic(site.ctx, { createdAt: getTimeDaysAgo(3) })
    await site.ctx.db.updateTable('topics').set({ is_pinned: true }).where('id', '=', pinnedTopicId).execute()
    expect(await countGrowth('forums')).toEqual({ total: 5, recent: 4 })
    const { total, perDay } = (await getCounts()).get('forums') as DashboardCount
    expect(perDay.at(-1)).toBe(2)
    expect(perDay.at(-4)).toBe(2)
    expect(String(total)).toBe((await site.call(admin, listAllTopicsEndpoint)).headers['x-total-count'])
  })
  test('the articles count includes published articles only', async () => {
    await makeArticle(site.ctx, { publishedAt: getTimeDaysAgo(1) })
    const draft = await makeArticle(site.ctx, { publishedAt: getTimeDaysAgo(1) })
    await site.ctx.db.updateTable('articles').set({ status: 'draft' }).where('id', '=', draft.id).execute()
    expect(await countGrowth('articles')).toEqual({ total: 1, recent: 1 })
  })
  test('the products and enquiries counts include new items', async () => {
    await makeProduct(site.ctx)
    await insertEnquiry('completed', getTimeDaysAgo(29))
    await insertEnquiry('completed', getTimeDaysAgo(31))
    expect(await countGrowth('enquiries')).toEqual({ total: 2, recent: 1 })
    expect((await countGrowth('products')).total).toBe(1)
  })
  test('ADM-DASH-02 CON-08 the users count includes the accounts that Manage Users lists, without closed ones', async () => {
    const closed = await makeUser(site.ctx)
    await makeUser(site.ctx)
    expect(await countGrowth('users')).toEqual({ total: 2, recent: 2 })
    await site.ctx.db
      .updateTable('users')
      .set({ deleted_at: getTimeDaysAgo(0) })
      .where('id', '=', closed.id)
      .execute()
    expect(await countGrowth('users')).toEqual({ total: 1, recent: 1 })
    const listResponse = await site.call(admin, listUsersEndpoint)
    expect(listResponse.body.map(({ id }: { id: number }) => id)).not.toContain(closed.id)
    expect(String((await getCounts()).get('users')?.total)).toBe(listResponse.headers['x-total-count'])
  })
})

describe('needs attention', () => {
  test('lists reference values that are missing, expired or due, and no others', async () => {
    const countDue = async () => (await findAttention('figures-due'))?.count ?? 0
    const dueBefore = await countDue()
    await makeReferenceValue(site.ctx)
    await makeReferenceValue(site.ctx, { certainty: 'C' })
    expect(await countDue()).toBe(dueBefore)
    await makeReferenceValue(site.ctx, { value: null })
    await makeReferenceValue(site.ctx, { to: '2025-12-31' })
    await makeReferenceValue(site.ctx, { due: '2026-01-01' })
    expect(await countDue()).toBe(dueBefore + 3)
    expect((await findAttention('figures-due'))?.to).toBe('/admin/figures')
  })
  test('lists new enquiries since the oldest, waiting posts, failed mails and drafts', async () => {
    await insertEnquiry('new', getTimeDaysAgo(5))
    expect(await findAttention('enquiries')).toMatchObject({
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      to: '/admin/enquiries?status=new',
    })
    await makeTopic(site.ctx, { status: 'waiting' })
    expect(await findAttention('waiting-posts')).toMatchObject({ count: 1, text: '1 post waits for approval' })
    expect(await findAttention('failed-mail')).toBeUndefined()
    const mail = {
      attempts: 0,
      last_error: null,
      sent_at: null,
      to_address: 'a@example.org',
      subject: 'x',
      body: 'x',
      created_at: getTimeDaysAgo(2),
    }
    await site.ctx.db
      .insertInto('mails')
      .values([
        mail,
        { ...mail, attempts: 5, last_error: 'refused' },
        { ...mail, attempts: 1, sent_at: getTimeDaysAgo(1) },
        { ...mail, attempts: 1, subject: 'tried again' },
      ])
      .execute()
    const { id: mailId } = await site.ctx.db.selectFrom('mails').select('id').where('subject', '=', 'tried again').executeTakeFirstOrThrow()
    await enqueueJob(site.ctx, sendMailJob, { mailId }, { key: String(mailId) })
    expect(await findAttention('failed-mail')).toMatchObject({ count: 1, since: mail.created_at })
    expect((await findAttention('drafts'))?.count).toBe(1)
  })
  test('lists the missing second factor of an administrator', async () => {
    expect(await findAttention('second-factor', { ...admin, hasSecondFactor: false })).toBeDefined()
    expect(await findAttention('second-factor', { ...admin, hasSecondFactor: true })).toBeUndefined()
  })
  test('lists demo content and a missing enquiry email address', async () => {
    expect(await findAttention('demo-content')).toBeUndefined()
    expect(await findAttention('contact-addresses')).toBeUndefined()
    Object.assign(site.ctx.site.settings, { demoContent: true, enquiryEmail: '' })
    expect(await findAttention('demo-content')).toBeDefined()
    expect(await findAttention('contact-addresses')).toBeDefined()
    Object.assign(site.ctx.site.settings, { demoContent: false, enquiryEmail: 'shop@example.org' })
  })
})

test.each([
  ['https://example.org', true, true, true],
  ['https://example.org', true, false, false],
  ['https://example.org', false, true, false],
  ['http://localhost:3000', true, true, false],
])('at %s, with PUBLIC_URL: %s, with demo content: %s, isDemoPublic is %s', async (origin, isConfigured, demoContent, isDemoPublic) => {
  const caller = { clientIp: '', userAgent: '', origin, ...(isConfigured ? { isOriginConfigured: isConfigured } : {}) }
  const { ctx } = site
  const dashboard = await readDashboard({
    ...ctx,
    viewer: admin,
    caller,
    site: { ...ctx.site, settings: { ...ctx.site.settings, demoContent } },
  })
  expect(dashboard.isDemoPublic).toBe(isDemoPublic)
})

describe('recent activity', () => {
  test('ADM-DASH-03 lists the latest eight items, newest first, with actor and link', async () => {
    const getTimeMinutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const author = await makeUser(site.ctx, { displayName: 'Priya N.' })
    const topicId = await makeTopic(site.ctx, { title: 'Three quotes', userId: author.id, createdAt: getTimeMinutesFromNow(1) })
    await makeTopic(site.ctx, { title: 'Not to be seen', status: 'hidden', createdAt: getTimeMinutesFromNow(9) })
    await site.ctx.db
      .insertInto('replies')
      .values({ topic_id: topicId, user_id: author.id, content: 'x', created_at: getTimeMinutesFromNow(2) })
      .execute()
    const product = await makeProduct(site.ctx, { name: 'Aria 7', slug: 'aria-7' })
    const review = {
      product_id: product.id,
      user_id: author.id,
      rating: 4,
      title: 'Good',
      content: 'x',
      created_at: getTimeMinutesFromNow(3),
    }
    await site.ctx.db.insertInto('reviews').values(review).execute()
    await insertEnquiry('new', getTimeMinutesFromNow(4))
    const { activity } = await getDashboard()
    expect(activity).toHaveLength(8)
    expect(activity.slice(0, 4)).toMatchObject([
      { kind: 'enquiry', who: 'Owen Tait', title: 'Aria' },
      { kind: 'review', who: 'Priya N.', title: 'Aria 7', to: '/products/aria-7' },
      { kind: 'reply', who: 'Priya N.', title: 'Three quotes', to: `/forum/${topicId}` },
      { kind: 'topic', who: 'Priya N.', title: 'Three quotes', to: `/forum/${topicId}` },
    ])
  })
  test('and the needs attention list omit disabled features', async () => {
    site.ctx.site.settings.features.forums = false
    const { activity, attention: allAttention } = await getDashboard()
    expect(activity.filter(({ kind }: { kind: string }) => kind === 'topic' || kind === 'reply')).toEqual([])
    expect(allAttention.find(({ kind }: Attention) => kind === 'waiting-posts')).toBeUndefined()
    site.ctx.site.settings.features.forums = true
  })
})

test('SEC-05 the dashboard returns 401 for visitors and 403 for members', async () => {
  expect((await site.call(null, getDashboardEndpoint)).status).toBe(401)
  expect((await site.call(await makeUser(site.ctx), getDashboardEndpoint)).status).toBe(403)
})

test('attention lists held jobs, with the oldest, until they are resumed', async () => {
  expect(await findAttention('held-jobs')).toBeUndefined()
  await enqueueJob(site.ctx, sendMailJob, { mailId: 999_999 })
  await holdJobs(site.ctx)
  expect((await findAttention('held-jobs'))?.count).toBeGreaterThan(0)
  expect(await findAttention('held-jobs')).toMatchObject({
    to: '/admin/jobs',
    since: expect.any(String),
    text: expect.stringContaining('held'),
  })
  await resumeHeldJobs({ ...site.ctx, viewer: admin })
  expect(await findAttention('held-jobs')).toBeUndefined()
})

test('attention lists reviews that wait for approval', async () => {
  const product = await makeProduct(site.ctx)
  const body = { productId: product.id, rating: 1, title: 'Bad', content: 'See https://example.com' }
  expect((await site.call(null, postReviewEndpoint, { body })).status).toBe(201)
  expect(await findAttention('waiting-reviews')).toMatchObject({ count: 1, to: '/admin/reviews', text: '1 review waits for approval' })
})
