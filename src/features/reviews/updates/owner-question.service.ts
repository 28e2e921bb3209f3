/** Asks authors of reviews how the product is going, 12 and 24 months after the review. */
import { findLatestOrigin, removeNoticesAbout, sendNotices } from '#features/notices/notice.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { addMs, findEarliest, type NextDue } from '#platform/jobs/jobs.ts'
import { periodMs, questionKey, UPDATE_PERIODS, type UpdatePeriod } from './review-update-period.policy.ts'
import * as queries from './review-update.queries.ts'

/** On the first run, the authors of reviews that have passed a period within this time are asked; those of older reviews are not. */
const FIRST_RUN_MS = 30 * 86_400_000

/** Maximum number of authors that a run asks after each period; further ones are asked by the next run. */
const MAX_ASKED = 500

/** @returns when the next review is due */
export async function askOwners(ctx: Context, now = Date.now()): Promise<NextDue> {
  const due: NextDue[] = []
  for (const months of UPDATE_PERIODS) due.push(await askAfter(ctx, months, now))
  return findEarliest(...due)
}

async function askAfter(ctx: Context, months: UpdatePeriod, now: number): Promise<NextDue> {
  const until = new Date(now - periodMs(months)).toISOString()
  const after = (await queries.findAskedUntil(ctx, months)) ?? new Date(now - periodMs(months) - FIRST_RUN_MS).toISOString()
  const reviews = await queries.listReviewsToAsk(ctx, after, until, MAX_ASKED)
  const last = reviews.at(-1)
  if (last)
    await ctx.db.transaction().execute(async (db) => {
      const origin = await findLatestOrigin({ db })
      await sendNotices(
        { db },
        reviews.map((review) => ({
          userId: review.userId,
          kind: 'followup' as const,
          about: questionKey(review.id, months),
          title: `How is it going with ${review.productName}? ${describeAge(months, review.ownedMonths)}`,
          path: `${pathTo('/products/:slug', { slug: review.productSlug }, { tab: 'reviews' })}#write-review`,
          origin,
          actorId: null,
          firstItem: 0,
          lastItem: 0,
          items: 1,
          isDemo: review.isDemo,
        })),
      )
      await queries.upsertAskedUntil({ db }, months, last.createdAt)
    })
  return addMs(await queries.findFirstReviewAfter(ctx, last?.createdAt ?? after), periodMs(months))
}

const describeAge = (months: UpdatePeriod, ownedMonths: number | null): string =>
  ownedMonths === null
    ? `You reviewed it ${months} months ago.`
    : `You have had it for ${ownedMonths + months} months now. Tell others what has changed since your review.`

/** Removes the notices that ask the author of a review. */
export async function removeOwnerQuestions(ctx: Pick<Context, 'db'>, reviewId: number): Promise<void> {
  for (const months of UPDATE_PERIODS) await removeNoticesAbout(ctx, questionKey(reviewId, months))
}
