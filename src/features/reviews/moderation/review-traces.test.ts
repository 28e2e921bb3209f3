/** Tests what reviews and their moderation write: audit entries, webhook events, notifications, ratings and statistics. */
import { beforeEach, describe, expect, test } from 'vitest'
import { admin, at, ctx, DAY_MS, entries, events, goTo, member, notices, useEditorFixture } from '#tests/support/editor-fixture.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { changeReview, getReviewStatistics, listReviews, postReview, restoreReview } from '#features/reviews/review.service.ts'
import { restoreFromTrash } from '#features/trash/trash.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { replyToReview, hideReview, removeReviewReply } from './review-moderation.service.ts'
import { getReviewReport, twelveMonthsBefore } from './review-report.service.ts'

useEditorFixture()
let product: { id: number; slug: string; name: string }
beforeEach(async () => {
  for (const table of ['review_decisions', 'reviews'] as const) await ctx.db.deleteFrom(table).execute()
  product = await makeProduct(ctx)
})
const asViewer = (viewer: Viewer | null) => ({ ...ctx, viewer })
let networkCount = 0
/** Posts a review; each guest posts from a different network. */
const post = (author: Viewer | null = member, rating = 4) =>
  postReview(
    author
      ? asViewer(author)
      : { ...asViewer(null), caller: { clientIp: `192.0.2.${(networkCount += 1)}`, userAgent: 'Firefox', origin: 'http://localhost' } },
    { productId: product.id, rating, title: 'Quiet', content: 'We have had it for a year.' } as never,
  )
const listDecisions = async () =>
  (await ctx.db.selectFrom('review_decisions').selectAll().orderBy('id').execute()).map((row) => [
    row.review_id,
    row.action,
    row.reason,
    row.reviewed_at,
    row.at,
  ])
const getRatingSums = () =>
  ctx.db.selectFrom('products').select(['rating_sum', 'review_count']).where('id', '=', product.id).executeTakeFirst()
const pathOf = (id: number) => `/products/${product.slug}?tab=reviews#review-${id}`

describe('posting a review', () => {
  test('publishes a webhook event and adds its stars to the product', async () => {
    const review = await post()
    expect(review).toMatchObject({
      productId: product.id,
      userId: member.id,
      rating: 4,
      title: 'Quiet',
      isVerified: false,
      editedAt: null,
      createdAt: at(0),
    })
    expect(await events()).toEqual([['review.created', { id: review.id, productId: product.id, rating: 4 }]])
    expect(await getRatingSums()).toEqual({ rating_sum: 4, review_count: 1 })
  })

  test('succeeds once per member and once per guest network; a rejected review adds no stars', async () => {
    await post()
    const conflictError = { status: 409, code: 'review.already', message: 'You have already reviewed this product.' }
    await expect(post()).rejects.toMatchObject(conflictError)
    for (let n = 0; n < 2; n++) await post(null, 5)
    expect(await getRatingSums()).toEqual({ rating_sum: 14, review_count: 3 })
    expect(await events()).toHaveLength(3)
  })

  test.each([
    ['completed', true],
    ['new', false],
  ])(
    'after an enquiry with status %s verifies a review by a member: %s; a review by a guest is never verified',
    async (status, isVerified) => {
      const enquiry = {
        name: 'A',
        email: 'a@example.org',
        phone: '0',
        address: 'x',
        product_name: 'N',
        product_price: '£1',
        created_at: at(0),
      }
      const user_id = member.id
      await ctx.db
        .insertInto('enquiries')
        .values([user_id, 1].map((id) => ({ ...enquiry, user_id: id, product_id: product.id, status: status as 'completed' })))
        .execute()
      expect((await post()).isVerified).toBe(isVerified)
      expect((await post(null)).isVerified).toBe(false)
    },
  )
})

describe('changing a review', () => {
  test('records the time and updates the stars, unless the values stay the same', async () => {
    const { id } = await post()
    goTo(5000)
    expect(await changeReview(asViewer(member), id, { title: 'Quiet', rating: 4 })).toMatchObject({ editedAt: null })
    expect(await changeReview(asViewer(member), id, { rating: 2, title: undefined })).toMatchObject({
      rating: 2,
      title: 'Quiet',
      editedAt: at(5000),
    })
    expect(await getRatingSums()).toEqual({ rating_sum: 2, review_count: 1 })
  })

  test.each<[string, () => Viewer | null]>([
    ['another member', () => admin],
    ['a guest', () => null],
  ])('is refused for %s', async (author, viewer) => {
    const { id } = await post(author === 'a guest' ? null : member)
    const message = 'You can only change your own reviews.'
    await expect(changeReview(asViewer(viewer()), id, { rating: 1 })).rejects.toMatchObject({
      status: 403,
      code: 'review.not_yours',
      message,
    })
    await expect(changeReview(asViewer(viewer()), id + 1000, { rating: 1 })).rejects.toMatchObject({ status: 404 })
    expect((await getRatingSums())?.rating_sum).toBe(4)
  })
})

describe('hiding a review', () => {
  test.each<[string, string | undefined, object, string]>([
    ['spam', undefined, { reason: 'Advertising or spam' }, 'Advertising or spam'],
    ['insult', 'Twice.', { reason: 'Insults or threatens someone', note: 'Twice.' }, 'Insults or threatens someone. Twice.'],
  ])(
    'for the reason %s with the note %s logs it and notifies the author, and a restore undoes it',
    async (reason, note, after, explanation) => {
      const { id } = await post()
      await replyToReview(ctx, id, { content: 'Thank you.', from: 'site' })
      for (const table of ['audit_entries', 'webhook_deliveries'] as const) await ctx.db.deleteFrom(table).execute()
      goTo(5000)
      const { trashId } = await hideReview(ctx, id, { reason: reason as 'spam', note })
      expect(await entries()).toEqual([
        ['review.delete', 'review', id, 'Quiet', null, null],
        ['review.hide', 'review', id, 'Quiet', null, after],
      ])
      expect(await listDecisions()).toEqual([[id, 'hidden', reason, at(0), at(5000)]])
      expect(await notices()).toEqual([
        [
          member.id,
          admin.id,
          'moderation',
          `review:${id}:hidden`,
          `Your review of ${product.name} was hidden: ${explanation}`,
          '/about#reviews',
        ],
      ])
      expect(await events()).toEqual([['review.deleted', { id, productId: product.id, rating: 4 }]])
      expect(await getRatingSums()).toEqual({ rating_sum: 0, review_count: 0 })

      await restoreFromTrash(ctx, trashId, { review: restoreReview } as never)
      expect((await listDecisions())[1]).toEqual([id, 'restored', null, at(0), at(5000)])
      expect((await events())[1]).toEqual(['review.created', { id, productId: product.id, rating: 4 }])
      expect(await getRatingSums()).toEqual({ rating_sum: 4, review_count: 1 })
    },
  )

  test('cannot be undone after the author has posted another review, unless the author is a guest', async () => {
    const { trashId } = await hideReview(ctx, (await post()).id, { reason: 'spam' })
    await post(member, 5)
    const message = 'This review cannot be restored: its author has reviewed the product again.'
    await expect(restoreFromTrash(ctx, trashId, { review: restoreReview } as never)).rejects.toMatchObject({
      status: 409,
      code: 'review.already',
      message,
    })
    expect(await getRatingSums()).toEqual({ rating_sum: 5, review_count: 1 })
    const hiddenGuestReview = await hideReview(ctx, (await post(null, 3)).id, { reason: 'spam' })
    await post(null, 1)
    await restoreFromTrash(ctx, hiddenGuestReview.trashId, { review: restoreReview } as never)
    expect(await getRatingSums()).toEqual({ rating_sum: 9, review_count: 3 })
  })
})

describe('replying to a review', () => {
  test.each([
    ['maker', (): string => 'The manufacturer'],
    ['site', (): string => ctx.site.settings.name],
  ] as const)(
    'as the %s notifies the author of the review once, and removing the reply withdraws the notification',
    async (from, author) => {
      const { id } = await post()
      const first = await replyToReview(ctx, id, { content: 'Thank you.', from })
      expect(first.answer).toEqual(expect.objectContaining({ content: 'Thank you.', from }))
      const expected = [
        [member.id, admin.id, 'answer', `review:${id}:answer`, `${author()} has replied to your review of ${product.name}`, pathOf(id)],
      ]
      expect(await notices()).toEqual(expected)
      await replyToReview(ctx, id, { content: 'Thanks.', from: 'site' })
      expect(await notices()).toEqual(expected)
      expect((await removeReviewReply(ctx, id)).answer).toBeNull()
      expect((await removeReviewReply(ctx, id)).answer).toBeNull()
      expect(await notices()).toEqual([])
      const reply = (answer: string | null, replier: string | null) => ({ answer, from: replier })
      expect(await entries()).toEqual([
        ['review.answer', 'review', id, 'Quiet', reply(null, null), reply('Thank you.', from)],
        // Unchanged fields are not logged.
        [
          'review.answer',
          'review',
          id,
          'Quiet',
          from === 'site' ? { answer: 'Thank you.' } : reply('Thank you.', from),
          from === 'site' ? { answer: 'Thanks.' } : reply('Thanks.', 'site'),
        ],
        ['review.remove_answer', 'review', id, 'Quiet', reply('Thanks.', 'site'), reply(null, null)],
      ])
      for (const call of [() => replyToReview(ctx, id + 1000, { content: 'x', from }), () => removeReviewReply(ctx, id + 1000)])
        await expect(call()).rejects.toMatchObject({ status: 404, code: 'review.not_found' })
    },
  )
})

describe('review statistics and lists', () => {
  test('count published and refused reviews of the last twelve months; a restored review counts as published', async () => {
    const [a, b, c, d] = await Promise.all(Array.from({ length: 4 }, async () => post(await makeUser(ctx))))
    await ctx.db
      .updateTable('reviews')
      .set({ verified_by: 'enquiry', edited_at: at(0) })
      .where('id', '=', a?.id ?? 0)
      .execute()
    await ctx.db
      .updateTable('reviews')
      .set({ verified_by: 'evidence', answer: 'x' })
      .where('id', '=', b?.id ?? 0)
      .execute()
    await hideReview(ctx, c?.id ?? 0, { reason: 'insult' })
    const hiddenAndRestored = await hideReview(ctx, d?.id ?? 0, { reason: 'spam' })
    await restoreFromTrash(ctx, hiddenAndRestored.trashId, { review: restoreReview } as never)
    const refusedEvidence = { review_id: 1, action: 'evidence_refused' as const, reason: null, reviewed_at: at(0), at: at(0) }
    await ctx.db
      .insertInto('review_decisions')
      .values([refusedEvidence, { ...refusedEvidence, reviewed_at: at(-400 * DAY_MS) }])
      .execute()
    const report = await getReviewReport(ctx)
    const { refusedBy, ...counts } = report
    expect(counts).toEqual({
      published: 3,
      verifiedByEnquiry: 1,
      verifiedByEvidence: 1,
      answered: 1,
      edited: 1,
      since: '2025-05-04T00:00:00.000Z',
      received: 4,
      refused: 1,
      evidenceRefused: 1,
    })
    expect(refusedBy.filter(({ count }) => count > 0)).toEqual([{ reason: 'insult', count: 1 }])
    expect(refusedBy).toHaveLength(7)
  })

  test.each([
    ['2026-05-04T09:00:00.000Z', '2025-05-04T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2025-12-31T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', '2027-03-01T00:00:00.000Z'],
  ])('on %s begin at %s', (now, then) => expect(twelveMonthsBefore(new Date(now))).toBe(then))

  test('count the stars of all, verified and recent reviews, and contain the inputs of the score', async () => {
    const [first, second] = [await post(member, 5), await post(admin, 2)]
    await ctx.db.updateTable('reviews').set({ is_verified: true }).where('id', '=', first.id).execute()
    await ctx.db
      .updateTable('reviews')
      .set({ created_at: at(-400 * DAY_MS) })
      .where('id', '=', second.id)
      .execute()
    await ctx.db.deleteFrom('rating_priors').execute()
    const summaryOf = (counts: number[], count: number, ratingSum: number) => ({
      counts,
      count,
      ratingSum,
      average: count ? ratingSum / count : 0,
    })
    const [good, bad] = [summaryOf([0, 0, 0, 0, 1], 1, 5), summaryOf([0, 1, 0, 0, 0], 1, 2)]
    const statistics = await getReviewStatistics(ctx, product.id)
    expect(statistics).toMatchObject({
      productId: product.id,
      all: summaryOf([0, 1, 0, 0, 1], 2, 7),
      verified: good,
      unverified: bad,
      lastYear: good,
      earlier: bad,
    })
    expect(statistics.score).toMatchObject({ weight: 5, ratingSum: 7, reviewCount: 2, value: (5 * statistics.score.mean + 7) / 7 })
    expect((await getReviewStatistics(ctx, 424_242)).all).toEqual(summaryOf([0, 0, 0, 0, 0], 0, 0))
  })

  test.each<[object]>([[{ sort: 'oldest' }], [{ stars: [5] }], [{ verified: true }], [{ search: 'x' }]])(
    'cannot be sorted or filtered by %j without a product',
    async (query) => {
      const message = 'Choose a product to sort or filter its reviews.'
      const paging = { page: 1, perPage: 10 }
      await expect(listReviews(ctx, { ...paging, ...query } as never)).rejects.toMatchObject({
        status: 400,
        message,
        errors: [{ path: 'productId', message }],
      })
      expect((await listReviews(ctx, { ...paging, sort: 'newest' } as never)).total).toBe(0)
    },
  )
})
