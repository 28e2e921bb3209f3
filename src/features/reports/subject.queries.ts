/** What can be reported, read from the tables of the features that own it. */
import { replyPath } from '#features/pages/reply-path.policy.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { findPublicReview, reviewPath } from '#features/reviews/moderation/review-moderation.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ReportKind } from './report-reason.policy.ts'

type Db = Pick<Context, 'db'>

export interface ReportedSubject {
  id: number
  authorId: number
  path: string
  title: string
  content: string
}

/** @returns the subject, if it is public */
export const findSubject = (ctx: Db, kind: ReportKind, id: number): Promise<ReportedSubject | undefined> => FINDERS[kind](ctx, id)

const FINDERS: Record<ReportKind, (ctx: Db, id: number) => Promise<ReportedSubject | undefined>> = {
  async topic({ db }, id) {
    const topic = await db
      .selectFrom('topics')
      .select(['user_id', 'title', 'content'])
      .where('id', '=', id)
      .where('status', '=', 'visible')
      .executeTakeFirst()
    return topic && { id, authorId: topic.user_id, path: pathTo('/forum/:id', { id }), title: topic.title, content: topic.content }
  },
  async reply({ db }, id) {
    const reply = await db
      .selectFrom('replies as r')
      .innerJoin('topics as t', 't.id', 'r.topic_id')
      .select(['r.user_id', 'r.topic_id', 'r.content', 't.title'])
      .where('r.id', '=', id)
      .where('r.status', '=', 'visible')
      .where('t.status', '=', 'visible')
      .executeTakeFirst()
    return (
      reply && {
        id,
        authorId: reply.user_id,
        path: replyPath(reply.topic_id, id),
        title: `Reply to “${reply.title}”`,
        content: reply.content,
      }
    )
  },
  async review(ctx, id) {
    const review = await findPublicReview(ctx, id)
    return (
      review && {
        id,
        authorId: review.userId,
        path: reviewPath(review),
        title: `${review.title} (${review.productName}, ${review.rating} of 5)`,
        content: review.content,
      }
    )
  },
  async user({ db }, id) {
    const user = await db
      .selectFrom('users')
      .select(['username', 'display_name', 'avatar_url'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!user) return undefined
    const lines = [
      `Username: ${user.username}`,
      ...(user.display_name ? [`Name: ${user.display_name}`] : []),
      ...(user.avatar_url ? [`Picture: ${user.avatar_url}`] : []),
    ]
    return { id, authorId: id, path: pathTo('/user/:id', { id }), title: `Profile of ${user.username}`, content: lines.join('\n') }
  },
  async picture(ctx, id) {
    const picture = await ctx.db
      .selectFrom('review_pictures')
      .select(['review_id', 'user_id', 'alt', 'name'])
      .where('id', '=', id)
      .executeTakeFirst()
    const review = picture && (await findPublicReview(ctx, picture.review_id))
    return (
      picture &&
      review && {
        id,
        authorId: picture.user_id,
        path: reviewPath(review),
        title: `Picture in “${review.title}”`,
        content: `${picture.alt}\n${picture.name}`,
      }
    )
  },
}
