/** What can be reported, read from the tables of the features that own it. */
import { replyPath } from '#features/pages/reply-path.policy.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { findPublicReview, reviewPath } from '#features/reviews/moderation/review-moderation.service.ts'
import { toPostPictureRowId } from '#features/writing/pictures/post-picture-id.policy.ts'
import { findPublicPicture, toPictureUrl } from '#features/writing/pictures/post-picture.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ReportKind } from './report-reason.policy.ts'

type Db = Pick<Context, 'db'>

export interface ReportedSubject {
  id: number
  authorId: number
  path: string
  title: string
  content: string
  /** What it is part of; null if there is none. */
  context: { title: string; path: string; content: string | null } | null
  /** Present for pictures only. */
  pictureUrl?: string
}

const EXCERPT_MAX = 300
/** Shortens a text that is shown as context. */
export const toExcerpt = (content: string): string =>
  content.length > EXCERPT_MAX ? `${content.slice(0, EXCERPT_MAX).trimEnd()}…` : content

/** @returns the subject, if it is public */
export const findSubject = (ctx: Db, kind: ReportKind, id: number): Promise<ReportedSubject | undefined> => FINDERS[kind](ctx, id)

const FINDERS: Record<ReportKind, (ctx: Db, id: number) => Promise<ReportedSubject | undefined>> = {
  async topic({ db }, id) {
    const topic = await db
      .selectFrom('topics as t')
      .leftJoin('categories as c', 'c.id', 't.category_id')
      .select(['t.user_id', 't.title', 't.content', 'c.name', 'c.slug'])
      .where('t.id', '=', id)
      .where('t.status', '=', 'visible')
      .executeTakeFirst()
    return (
      topic && {
        id,
        authorId: topic.user_id,
        path: pathTo('/forum/:id', { id }),
        title: topic.title,
        content: topic.content,
        context: toCategoryContext(topic),
      }
    )
  },
  async reply({ db }, id) {
    const reply = await db
      .selectFrom('replies as r')
      .innerJoin('topics as t', 't.id', 'r.topic_id')
      .select(['r.user_id', 'r.topic_id', 'r.content', 't.title', 't.content as topicContent'])
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
        context: { title: reply.title, path: pathTo('/forum/:id', { id: reply.topic_id }), content: toExcerpt(reply.topicContent) },
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
        context: { title: review.productName, path: pathTo('/products/:slug', { slug: review.productSlug }), content: null },
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
    return {
      id,
      authorId: id,
      path: pathTo('/user/:id', { id }),
      title: `Profile of ${user.username}`,
      content: lines.join('\n'),
      context: null,
    }
  },
  async picture(ctx, id) {
    const rowId = toPostPictureRowId(id)
    if (rowId !== undefined) return findPostPicture(ctx, id, rowId)
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
        context: { title: review.title, path: reviewPath(review), content: toExcerpt(review.content) },
        pictureUrl: toPictureUrl(picture.name),
      }
    )
  },
}

/** @returns the category of a topic */
export const toCategoryContext = ({ name, slug }: { name: string | null; slug: string | null }): ReportedSubject['context'] =>
  name !== null && slug !== null ? { title: name, path: pathTo('/forum', {}, { category: slug }), content: null } : null

async function findPostPicture(ctx: Db, id: number, rowId: number): Promise<ReportedSubject | undefined> {
  const picture = await findPublicPicture(ctx, rowId)
  if (!picture) return undefined
  const { userId, name, alt, replyId, topicId, title } = picture
  const path = replyId === null ? pathTo('/forum/:id', { id: topicId }) : replyPath(topicId, replyId)
  return {
    id,
    authorId: userId,
    path,
    title: `Picture in ${replyId === null ? '' : 'a reply to '}“${title}”`,
    content: `${alt}\n${name}`,
    context: { title, path, content: null },
    pictureUrl: toPictureUrl(name),
  }
}
