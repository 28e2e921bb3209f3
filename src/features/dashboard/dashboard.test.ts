import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeReferenceValue } from '#features/figures/figure.factory.ts'
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
import { getDashboardEndpoint, SPARKLINE_DAYS, type Attention, type DashboardCount } from './dashboard.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite({ settings: { enquiryEmail: 'shop@example.org' } })
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const read = async (who = admin) => {
  const { status, body } = await site.call(who, getDashboardEndpoint)
  expect(status).toBe(200)
  return body
}
const counts = async () => new Map<string, DashboardCount>((await read()).counts.map((count: DashboardCount) => [count.name, count]))
const attention = async (kind: Attention['kind'], who = admin): Promise<Attention | undefined> =>
  (await read(who)).attention.find((one: Attention) => one.kind === kind)
const enquiry = (status = 'new', createdAt = ago(0)) =>
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
  let before: Map<string, DashboardCount>
  beforeEach(async () => {
    before = await counts()
  })
  const countGrowth = async (name: DashboardCount['name']) => {
    const [earlier, current] = [before.get(name), (await counts()).get(name)]
    return { total: (current?.total ?? 0) - (earlier?.total ?? 0), recent: (current?.recent ?? 0) - (earlier?.recent ?? 0) }
  }

  test('ADM-DASH-01 the five counts are in order, each with thirty days', async () => {
    const { counts: all } = await read()
    expect(all.map(({ name }: DashboardCount) => name)).toEqual(['products', 'articles', 'forums', 'enquiries', 'users'])
    for (const { perDay } of all) expect(perDay).toHaveLength(SPARKLINE_DAYS)
  })
  test('ADM-DASH-02 CON-08 forums counts current visible topics', async () => {
    await makeTopic(site.ctx)
    await makeTopic(site.ctx, { createdAt: ago(3) })
    await makeTopic(site.ctx, { createdAt: ago(40) })
    await makeTopic(site.ctx, { status: 'hidden' })
    const pinned = await makeTopic(site.ctx, { createdAt: ago(3) })
    await site.ctx.db.updateTable('topics').set({ is_pinned: true }).where('id', '=', pinned).execute()
    expect(await countGrowth('forums')).toEqual({ total: 4, recent: 3 })
    const { perDay } = (await counts()).get('forums') as DashboardCount
    expect(perDay.at(-1)).toBe(1)
    expect(perDay.at(-4)).toBe(2)
  })
  test('articles counts published articles only', async () => {
    await makeArticle(site.ctx, { publishedAt: ago(1) })
    const draft = await makeArticle(site.ctx, { publishedAt: ago(1) })
    await site.ctx.db.updateTable('articles').set({ status: 'draft' }).where('id', '=', draft.id).execute()
    expect(await countGrowth('articles')).toEqual({ total: 1, recent: 1 })
  })
  test('products and enquiries counts include new ones', async () => {
    await makeProduct(site.ctx)
    await enquiry('completed', ago(29))
    await enquiry('completed', ago(31))
    expect(await countGrowth('enquiries')).toEqual({ total: 2, recent: 1 })
    expect((await countGrowth('products')).total).toBe(1)
  })
  test('ADM-DASH-02 CON-08 users counts the accounts that Manage Users lists, without closed ones', async () => {
    const closed = await makeUser(site.ctx)
    await makeUser(site.ctx)
    expect(await countGrowth('users')).toEqual({ total: 2, recent: 2 })
    await site.ctx.db
      .updateTable('users')
      .set({ deleted_at: ago(0) })
      .where('id', '=', closed.id)
      .execute()
    expect(await countGrowth('users')).toEqual({ total: 1, recent: 1 })
    const listed = await site.call(admin, listUsersEndpoint)
    expect(listed.body.map(({ id }: { id: number }) => id)).not.toContain(closed.id)
    expect(String((await counts()).get('users')?.total)).toBe(listed.headers['x-total-count'])
  })
})

describe('needs attention', () => {
  test('lists reference values that are missing, expired or due, and no others', async () => {
    const count = async () => (await attention('figures-due'))?.count ?? 0
    const before = await count()
    await makeReferenceValue(site.ctx)
    await makeReferenceValue(site.ctx, { certainty: 'C' })
    expect(await count()).toBe(before)
    await makeReferenceValue(site.ctx, { value: null })
    await makeReferenceValue(site.ctx, { to: '2025-12-31' })
    await makeReferenceValue(site.ctx, { due: '2026-01-01' })
    expect(await count()).toBe(before + 3)
    expect((await attention('figures-due'))?.to).toBe('/admin/figures')
  })
  test('lists new enquiries since the oldest, waiting posts, failed mails and drafts', async () => {
    await enquiry('new', ago(5))
    expect(await attention('enquiries')).toMatchObject({ since: expect.stringMatching(/^\d{4}-.*Z$/), to: '/admin/enquiries?status=new' })
    await makeTopic(site.ctx, { status: 'waiting' })
    expect(await attention('waiting-posts')).toMatchObject({ count: 1, text: '1 post waits for approval' })
    expect(await attention('failed-mail')).toBeUndefined()
    const mail = {
      attempts: 0,
      last_error: null,
      sent_at: null,
      to_address: 'a@example.org',
      subject: 'x',
      body: 'x',
      created_at: ago(2),
    }
    await site.ctx.db
      .insertInto('mails')
      .values([
        mail,
        { ...mail, attempts: 5, last_error: 'refused' },
        { ...mail, attempts: 1, sent_at: ago(1) },
        { ...mail, attempts: 1, subject: 'tried again' },
      ])
      .execute()
    const { id: mailId } = await site.ctx.db.selectFrom('mails').select('id').where('subject', '=', 'tried again').executeTakeFirstOrThrow()
    await enqueueJob(site.ctx, sendMailJob, { mailId }, { key: String(mailId) })
    expect(await attention('failed-mail')).toMatchObject({ count: 1, since: mail.created_at })
    expect((await attention('drafts'))?.count).toBe(1)
  })
  test('lists the second factor if the administrator has none', async () => {
    expect(await attention('second-factor', { ...admin, hasSecondFactor: false })).toBeDefined()
    expect(await attention('second-factor', { ...admin, hasSecondFactor: true })).toBeUndefined()
  })
  test('lists demo content and a missing enquiry email address', async () => {
    expect(await attention('demo-content')).toBeUndefined()
    expect(await attention('contact-addresses')).toBeUndefined()
    Object.assign(site.ctx.site.settings, { demoContent: true, enquiryEmail: '' })
    expect(await attention('demo-content')).toBeDefined()
    expect(await attention('contact-addresses')).toBeDefined()
    Object.assign(site.ctx.site.settings, { demoContent: false, enquiryEmail: 'shop@example.org' })
  })
})

describe('recent activity', () => {
  test('ADM-DASH-03 lists the latest eight items, newest first, with actor and link', async () => {
    const inTime = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const author = await makeUser(site.ctx, { displayName: 'Priya N.' })
    const topicId = await makeTopic(site.ctx, { title: 'Three quotes', userId: author.id, createdAt: inTime(1) })
    await makeTopic(site.ctx, { title: 'Not to be seen', status: 'hidden', createdAt: inTime(9) })
    await site.ctx.db
      .insertInto('replies')
      .values({ topic_id: topicId, user_id: author.id, content: 'x', created_at: inTime(2) })
      .execute()
    const product = await makeProduct(site.ctx, { name: 'Aria 7', slug: 'aria-7' })
    const review = { product_id: product.id, user_id: author.id, rating: 4, title: 'Good', content: 'x', created_at: inTime(3) }
    await site.ctx.db.insertInto('reviews').values(review).execute()
    await enquiry('new', inTime(4))
    const { activity } = await read()
    expect(activity).toHaveLength(8)
    expect(activity.slice(0, 4)).toMatchObject([
      { kind: 'enquiry', who: 'Owen Tait', title: 'Aria' },
      { kind: 'review', who: 'Priya N.', title: 'Aria 7', to: '/products/aria-7' },
      { kind: 'reply', who: 'Priya N.', title: 'Three quotes', to: `/forum/${topicId}` },
      { kind: 'topic', who: 'Priya N.', title: 'Three quotes', to: `/forum/${topicId}` },
    ])
  })
  test('omits disabled features', async () => {
    site.ctx.site.settings.features.forums = false
    const { activity, attention: all } = await read()
    expect(activity.filter(({ kind }: { kind: string }) => kind === 'topic' || kind === 'reply')).toEqual([])
    expect(all.find(({ kind }: Attention) => kind === 'waiting-posts')).toBeUndefined()
    site.ctx.site.settings.features.forums = true
  })
})

test('SEC-05 the dashboard requires an administrator', async () => {
  expect((await site.call(null, getDashboardEndpoint)).status).toBe(401)
  expect((await site.call(await makeUser(site.ctx), getDashboardEndpoint)).status).toBe(403)
})

test('attention lists held jobs, with the oldest, until they are resumed', async () => {
  expect(await attention('held-jobs')).toBeUndefined()
  await enqueueJob(site.ctx, sendMailJob, { mailId: 999_999 })
  await holdJobs(site.ctx)
  expect((await attention('held-jobs'))?.count).toBeGreaterThan(0)
  expect(await attention('held-jobs')).toMatchObject({
    to: '/admin/jobs',
    since: expect.any(String),
    text: expect.stringContaining('held'),
  })
  await resumeHeldJobs({ ...site.ctx, viewer: admin })
  expect(await attention('held-jobs')).toBeUndefined()
})

test('attention lists reviews that wait for approval', async () => {
  const product = await makeProduct(site.ctx)
  const body = { productId: product.id, rating: 1, title: 'Bad', content: 'See https://example.com' }
  expect((await site.call(null, postReviewEndpoint, { body })).status).toBe(201)
  expect(await attention('waiting-reviews')).toMatchObject({ count: 1, to: '/admin/reviews', text: '1 review waits for approval' })
})
