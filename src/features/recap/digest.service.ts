/** Mails the weekly digest: what is new in a member's interests. */
import { handleJob, type RunningJob } from '#features/job-queue/job-handler.service.ts'
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import { sendWeeklyDigest, takeDueDigests, wantsWeeklyDigest } from '#features/notices/weekly-digest.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { z } from '#platform/contract/zod.ts'
import type { NextDue } from '#platform/jobs/jobs.ts'
import { markDemo } from '#wording/demo-mark.ts'
import { formatCount } from '#wording/counts.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as activity from './activity.queries.ts'
import { weeklyDigestMail, type DigestSection } from './digest.mail.ts'
import { findInterests } from './interests.service.ts'
import { shareSlots } from './share-slots.policy.ts'

const MAX_ITEMS = 8
const WEEK_MS = 7 * 86_400_000
/** Questions stay in the digest longer than other topics, because they still wait for an answer. */
const QUESTION_MS = 28 * 86_400_000

const JobPayload = z.object({ userId: z.number(), origin: z.string().max(300), until: z.string() })
type JobPayload = z.infer<typeof JobPayload>
const weeklyDigestJob = defineJobKind('recap.digest', JobPayload, 'bulk')

export const digestJobHandlers = [handleJob(weeklyDigestJob, { concurrency: 2, run: mailDigest })]

/** @returns when the next digest is due */
export const enqueueDueDigests = (ctx: Context, now = new Date()): Promise<NextDue> =>
  takeDueDigests(ctx, now, (trxCtx, due) =>
    enqueueJob(trxCtx, weeklyDigestJob, { ...due, until: now.toISOString() }, { key: String(due.userId) }),
  )

function mailDigest(ctx: Context, { userId, origin, until }: JobPayload, job: RunningJob): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await job.finish(db)
    if (!(await wantsWeeklyDigest(trxCtx, userId))) return
    const sections = await findSections(trxCtx, userId, origin, Date.parse(until))
    if (sections.length > 0) await sendWeeklyDigest(trxCtx, userId, origin, weeklyDigestMail, { sections, homeLink: `${origin}/` })
  })
}

/** Returns the sections that have items. */
async function findSections(ctx: Context, userId: number, origin: string, until: number): Promise<DigestSection[]> {
  const { language, features } = ctx.site.settings
  const { categoryIds, productIds } = await findInterests(ctx, userId)
  const filter = { since: new Date(until - WEEK_MS).toISOString(), categoryIds, userId }
  const questionFilter = { ...filter, since: new Date(until - QUESTION_MS).toISOString() }
  const topics = features.forums ? await activity.listActiveTopics(ctx, filter) : []
  const questions = features.forums ? await activity.listUnansweredQuestions(ctx, questionFilter, MAX_ITEMS) : []
  const articles = features.articles ? await activity.listNewArticles(ctx, filter, MAX_ITEMS) : []
  const reviews = features.products ? await activity.listNewReviews(ctx, { ...filter, productIds }, MAX_ITEMS) : []
  const topicLink = (id: number) => origin + pathTo('/forum/:id', { id })
  const sections = [
    {
      title: 'Active topics',
      items: topics
        .filter(({ id, newReplies, upvotes }) => newReplies + upvotes > 0 && !questions.some((question) => question.id === id))
        .map(({ id, title, newReplies, isDemo }) => ({
          text: markDemo(`“${title}”`, isDemo) + (newReplies > 0 ? ` · ${formatCount(newReplies, NOUNS.newReply, language)}` : ''),
          link: topicLink(id),
        })),
    },
    {
      title: 'Unanswered questions',
      items: questions.map(({ id, title, isDemo }) => ({ text: markDemo(`“${title}”`, isDemo), link: topicLink(id) })),
    },
    {
      title: 'New articles',
      items: articles.map(({ slug, title, isDemo }) => ({
        text: markDemo(`“${title}”`, isDemo),
        link: origin + pathTo('/articles/:slug', { slug }),
      })),
    },
    {
      title: 'New reviews',
      items: reviews.map(({ id, rating, productName, productSlug, isDemo }) => ({
        text: `${markDemo(productName, isDemo)}: ${formatCount(rating, NOUNS.star, language)}`,
        link: `${origin}${pathTo('/products/:slug', { slug: productSlug }, { tab: 'reviews' })}#review-${id}`,
      })),
    },
  ]
  const shared = shareSlots(
    sections.map(({ items }) => items),
    MAX_ITEMS,
  )
  return sections.map(({ title }, index) => ({ title, items: shared[index] ?? [] })).filter(({ items }) => items.length > 0)
}
