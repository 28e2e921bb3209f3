/** The moderation queue: its items of each type, their order, filters and claims. */
// Daily on PostgreSQL too: a union over the tables of all types, with target times that are computed from timestamps.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeReplyEndpoint, changeTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { approveReviewEndpoint } from '#features/reviews/approval/review-approval.contract.ts'
import { decideEvidenceEndpoint, sendEvidenceEndpoint } from '#features/reviews/evidence/review-evidence.contract.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { fileAppealEndpoint } from '#features/reports/appeals/appeal.contract.ts'
import {
  claimReportEndpoint,
  decideReportEndpoint,
  listReportsEndpoint,
  type ReportCase,
} from '#features/reports/decisions/decision.contract.ts'
import { fileReportEndpoint } from '#features/reports/report.contract.ts'
import { removeOldClaims } from '#features/reports/report.service.ts'
import { QUEUE_ITEM_KEYS, type QueueItemType } from '#features/reports/report-reason.policy.ts'
import { claimItem } from './queue.service.ts'

let site: TestSite
let admin: Viewer
let otherAdmin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  otherAdmin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
const list = async (query: object = {}): Promise<ReportCase[]> =>
  (await site.call(admin, listReportsEndpoint, { query: { perPage: 100, ...query } })).body
const find = async (item: QueueItemType, id: number) => (await list({ item })).find((found) => found.id === id)
const claim = (who: Viewer, item: QueueItemType, id: number, isClaimed = true) =>
  site.call(who, claimReportEndpoint, { params: { id }, body: { item, isClaimed } })
const hoursBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / HOUR_MS

const makers: Record<QueueItemType, () => Promise<number>> = {
  report: async () => {
    const id = await makeTopic(site.ctx, { title: 'Reported', userId: (await makeUser(site.ctx)).id })
    await site.call(await makeUser(site.ctx), fileReportEndpoint, { body: { kind: 'topic', id, reason: 'spam' } })
    return (await list({ item: 'report' })).find(({ subjectId }) => subjectId === id)?.id ?? 0
  },
  appeal: async () => {
    const author = await makeUser(site.ctx)
    const topicId = await makeTopic(site.ctx, { title: 'Appealed', userId: author.id })
    await site.call(await makeUser(site.ctx), fileReportEndpoint, { body: { kind: 'topic', id: topicId, reason: 'spam' } })
    const caseId = (await list({ item: 'report' })).find(({ subjectId }) => subjectId === topicId)?.id ?? 0
    const body = { decision: 'hide', reason: 'spam', text: '' } as const
    const decided = await site.call(otherAdmin, decideReportEndpoint, { params: { id: caseId }, body })
    await site.call(author, fileAppealEndpoint, { body: { decisionId: decided.body.decision.id, text: 'I own them.' } })
    return (await list({ item: 'appeal' })).find(({ subjectId }) => subjectId === topicId)?.id ?? 0
  },
  topic: async () => makeTopic(site.ctx, { title: 'Waiting', status: 'waiting', userId: (await makeUser(site.ctx)).id }),
  reply: async () => {
    const forumId = await makeTopic(site.ctx, { title: 'Which pump?', content: 'For a small house.' })
    const { body } = await site.call(null, postReplyEndpoint, { body: { content: 'See https://example.com', forumId } })
    return body.id
  },
  review: async () => {
    const { id: productId } = await makeProduct(site.ctx, { name: 'Kettle' })
    const body = { productId, rating: 2, title: 'Slow', content: 'See https://example.com', ownedMonths: 5 }
    return (await site.call(null, postReviewEndpoint, { body })).body.id
  },
  evidence: async () => {
    const [writer, { id: productId }] = [await makeUser(site.ctx), await makeProduct(site.ctx, { name: 'Pump' })]
    const body = { productId, rating: 5, title: 'Quiet', content: 'For a year.' }
    const { id } = (await site.call(writer, postReviewEndpoint, { body })).body
    const picture = await sharp({ create: { width: 6, height: 8, channels: 3, background: '#eee' } })
      .jpeg()
      .toBuffer()
    const input = { params: { id }, query: { note: 'The invoice' }, body: picture }
    expect((await site.call(writer, sendEvidenceEndpoint, input, { 'content-type': 'image/jpeg' })).status).toBe(201)
    return (await list({ item: 'evidence' })).find(({ subjectId }) => subjectId === id)?.id ?? 0
  },
}

describe('the queue', () => {
  test('contains reports, appeals, and posts, reviews and proofs that wait, each with its target time', async () => {
    const ids = Object.fromEntries(await Promise.all(QUEUE_ITEM_KEYS.map(async (item) => [item, await makers[item]()] as const)))
    const queue = await list()
    const itemOf = (item: QueueItemType) => queue.find((found) => found.item === item && found.id === ids[item])
    const targets = QUEUE_ITEM_KEYS.map((item) => {
      const found = itemOf(item)
      return [item, found && Math.round(hoursBetween(found.createdAt, found.dueAt))]
    })
    expect(Object.fromEntries(targets)).toEqual({ report: 48, appeal: 120, topic: 24, reply: 24, review: 48, evidence: 120 })
    expect(itemOf('topic')).toMatchObject({ kind: 'topic', title: 'Waiting', current: null, waiting: { reasons: [] }, reports: [] })
    expect(itemOf('reply')).toMatchObject({
      kind: 'reply',
      content: 'See https://example.com',
      context: { title: 'Which pump?', content: 'For a small house.' },
      author: { isGuest: true },
      authorRecord: null,
      waiting: { reasons: [{ code: 'guest-link' }] },
    })
    expect(itemOf('review')).toMatchObject({ kind: 'review', context: { title: 'Kettle' }, review: { rating: 2, ownedMonths: 5 } })
    expect(itemOf('evidence')).toMatchObject({
      kind: 'review',
      title: 'Quiet',
      context: { title: 'Pump' },
      note: 'The invoice',
      authorRecord: { reviews: 1, verifiedReviews: 0 },
    })
    expect(itemOf('appeal')).toMatchObject({
      title: 'Appealed',
      decision: null,
      reports: [{ reason: 'spam' }],
      authorRecord: { hiddenPosts: 1, decisions: 1 },
      appeal: { role: 'author', text: 'I own them.', decision: { decision: 'hide' } },
    })
    expect(itemOf('report')).toMatchObject({ reports: [{ reporterHistory: { reports: 1, upheld: 0 } }], authorRecord: { topics: 1 } })
  })

  test('is ordered by target time over its pages, so that overdue items are first', async () => {
    const overdue = await makeTopic(site.ctx, { status: 'waiting', createdAt: hoursAgo(100) })
    const report = await makers.report()
    await site.ctx.db
      .updateTable('report_cases')
      .set({ due_at: hoursAgo(200) })
      .where('id', '=', report)
      .execute()
    const review = await makers.review()
    await site.ctx.db
      .updateTable('waiting_reviews')
      .set({ created_at: hoursAgo(60) })
      .where('id', '=', review)
      .execute()
    const queue = await list()
    expect(queue.slice(0, 3).map(({ item, id }) => [item, id])).toEqual([
      ['report', report],
      ['topic', overdue],
      ['review', review],
    ])
    const dueTimes = queue.map(({ dueAt }) => dueAt)
    expect(dueTimes).toEqual(dueTimes.toSorted())
    const pages: ReportCase[] = []
    for (let page = 1; pages.length < queue.length && page <= queue.length; page++) pages.push(...(await list({ page, perPage: 2 })))
    expect(pages).toEqual(queue)
  })

  test('has each item once over its pages, if all have the same time', async () => {
    const at = hoursAgo(1)
    for (let n = 0; n < 5; n++) {
      const topicId = await makeTopic(site.ctx, { status: 'waiting', createdAt: at })
      await site.ctx.db
        .insertInto('replies')
        .values({ topic_id: topicId, user_id: 1, content: 'Yes.', created_at: at, status: 'waiting' })
        .execute()
    }
    const queue = await list()
    const pages: ReportCase[] = []
    for (let page = 1; pages.length < queue.length && page <= queue.length; page++) pages.push(...(await list({ page, perPage: 3 })))
    const keysOf = (items: ReportCase[]) => items.map(({ item, id }) => `${item} ${id}`)
    expect(keysOf(pages)).toEqual(keysOf(queue))
    expect(new Set(keysOf(pages)).size).toBe(queue.length)
    const { headers } = await site.call(admin, listReportsEndpoint, { query: { perPage: 3 } })
    expect(Number(headers['x-total-count'])).toBe(queue.length)
  })

  test('loses an item when the existing call decides about it', async () => {
    const [topicId, replyId, reviewId, evidenceId] = [
      await makers.topic(),
      await makers.reply(),
      await makers.review(),
      await makers.evidence(),
    ]
    await site.call(admin, changeTopicEndpoint, { params: { id: topicId }, body: { status: 'visible' } })
    await site.call(admin, changeReplyEndpoint, { params: { id: replyId }, body: { status: 'hidden' } })
    await site.call(admin, approveReviewEndpoint, { params: { id: reviewId } })
    await site.call(admin, decideEvidenceEndpoint, { params: { id: evidenceId }, body: { accept: true } })
    const left = [find('topic', topicId), find('reply', replyId), find('review', reviewId), find('evidence', evidenceId)]
    expect(await Promise.all(left)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('counts the time of a post that an edit made wait again from the edit', async () => {
    const id = await makeTopic(site.ctx, { status: 'waiting', createdAt: hoursAgo(1000) })
    const editedAt = hoursAgo(2)
    await site.ctx.db.updateTable('topics').set({ edited_at: editedAt }).where('id', '=', id).execute()
    expect(await find('topic', id)).toMatchObject({ createdAt: editedAt })
  })

  test('leaves out posts and reviews while their features are switched off', async () => {
    await Promise.all([makers.topic(), makers.review()])
    const { features } = site.ctx.site.settings
    site.ctx.site.settings.features = { ...features, forums: false, products: false }
    const items = new Set((await list()).map(({ item }) => item))
    site.ctx.site.settings.features = features
    expect([...items].toSorted()).not.toEqual(expect.arrayContaining(['topic']))
    expect([...items].filter((item) => ['topic', 'reply', 'review', 'evidence'].includes(item))).toEqual([])
  })

  test('is filtered by type and by what an item is about', async () => {
    await Promise.all([makers.review(), makers.evidence(), makers.topic()])
    expect(new Set((await list({ item: 'review' })).map(({ item }) => item))).toEqual(new Set(['review']))
    expect(new Set((await list({ kind: 'review' })).map(({ kind }) => kind))).toEqual(new Set(['review']))
  })

  test('is rejected for members', async () => {
    expect((await site.call(await makeUser(site.ctx), listReportsEndpoint)).status).toBe(403)
    expect((await claim(await makeUser(site.ctx), 'topic', await makers.topic())).status).toBe(403)
  })
})

describe('claiming', () => {
  test.each(QUEUE_ITEM_KEYS)('an item of the type %s is possible for one moderator at a time', async (item) => {
    const id = await makers[item]()
    expect(await claim(admin, item, id)).toMatchObject({ status: 200, body: { item, id, claimedBy: { id: admin.id } } })
    expect(await claim(otherAdmin, item, id)).toMatchObject({ status: 409, body: { code: 'report.claimed' } })
    expect(await find(item, id)).toMatchObject({ claimedBy: { id: admin.id } })
    expect((await list({ claim: 'mine' })).map((found) => `${found.item} ${found.id}`)).toContain(`${item} ${id}`)
    expect((await list({ claim: 'unclaimed' })).map((found) => `${found.item} ${found.id}`)).not.toContain(`${item} ${id}`)
    expect((await claim(admin, item, id, false)).body.claimedBy).toBeNull()
    expect((await claim(otherAdmin, item, id)).body.claimedBy).toMatchObject({ id: otherAdmin.id })
  })

  test('only succeeds for one of two moderators at the same time', async () => {
    const id = await makers.topic()
    const claimAs = (viewer: Viewer) => claimItem({ ...site.ctx, viewer }, id, { item: 'topic', isClaimed: true })
    const results = await Promise.allSettled([claimAs(admin), claimAs(otherAdmin)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('responds with 404 for an item that does not wait', async () => {
    expect((await claim(admin, 'topic', await makeTopic(site.ctx))).status).toBe(404)
  })

  test('ends when the post waits again after a decision', async () => {
    const id = await makers.topic()
    await claim(admin, 'topic', id)
    await site.ctx.db
      .updateTable('topics')
      .set({ edited_at: new Date(Date.now() + 1000).toISOString() })
      .where('id', '=', id)
      .execute()
    expect(await find('topic', id)).toMatchObject({ claimedBy: null })
    await site.ctx.db
      .updateTable('queue_claims')
      .set({ claimed_at: hoursAgo(1) })
      .where('subject_id', '=', id)
      .execute()
    expect((await claim(otherAdmin, 'topic', id)).status).toBe(200)
  })

  test('ends after 30 days', async () => {
    const id = await makers.topic()
    await claim(admin, 'topic', id)
    await removeOldClaims(site.ctx, Date.now() + 29 * 24 * HOUR_MS)
    expect(await find('topic', id)).toMatchObject({ claimedBy: { id: admin.id } })
    await removeOldClaims(site.ctx, Date.now() + 31 * 24 * HOUR_MS)
    expect(await find('topic', id)).toMatchObject({ claimedBy: null })
  })
})
