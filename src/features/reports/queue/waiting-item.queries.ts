/** Content of what waits for approval, read from the tables of the features that own it. */
import { isOneOf } from '#db/search/search-index.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import { reviewPath } from '#features/reviews/moderation/review-moderation.service.ts'
import { parseScreening } from '#features/trust/screening.service.ts'
import { combineScores } from '#features/trust/waiting-reason.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ReportCase } from '#features/reports/decisions/decision.contract.ts'
import { toCategoryContext, toExcerpt } from '#features/reports/subject.queries.ts'
import type { QueueItemType } from '#features/reports/report-reason.policy.ts'

type Db = Pick<Context, 'db'>
export type WaitingItemType = Exclude<QueueItemType, 'report' | 'appeal'>

export interface WaitingItem extends Pick<
  ReportCase,
  'id' | 'subjectId' | 'path' | 'title' | 'content' | 'context' | 'waiting' | 'review' | 'note'
> {
  authorId: number
}
const NOTHING = { waiting: null, review: null, note: null }

export const listWaitingItems = (ctx: Db, item: WaitingItemType, ids: readonly number[]): Promise<WaitingItem[]> =>
  ids.length === 0 ? Promise.resolve([]) : LISTERS[item](ctx, ids)

const toWaiting = (screening: string | null): ReportCase['waiting'] => {
  const { reasons } = parseScreening(screening)
  return { reasons, spamScore: combineScores(reasons) }
}

const toProductContext = (name: string, slug: string) => ({ title: name, path: pathTo('/products/:slug', { slug }), content: null })

const LISTERS: Record<WaitingItemType, (ctx: Db, ids: readonly number[]) => Promise<WaitingItem[]>> = {
  async topic({ db }, ids) {
    const rows = await db
      .selectFrom('topics as t')
      .leftJoin('categories as c', 'c.id', 't.category_id')
      .select(['t.id', 't.user_id', 't.title', 't.content', 't.screening', 'c.name', 'c.slug'])
      .where(isOneOf(db, 't.id', ids))
      .execute()
    return rows.map(({ id, user_id: authorId, title, content, screening, name, slug }) => ({
      ...NOTHING,
      id,
      subjectId: id,
      authorId,
      path: pathTo('/forum/:id', { id }),
      title,
      content,
      context: toCategoryContext({ name, slug }),
      waiting: toWaiting(screening),
    }))
  },
  async reply({ db }, ids) {
    const rows = await db
      .selectFrom('replies as r')
      .innerJoin('topics as t', 't.id', 'r.topic_id')
      .select(['r.id', 'r.user_id', 'r.content', 'r.screening', 't.id as topicId', 't.title', 't.content as topicContent'])
      .where(isOneOf(db, 'r.id', ids))
      .execute()
    return rows.map(({ id, user_id: authorId, content, screening, topicId, title, topicContent }) => ({
      ...NOTHING,
      id,
      subjectId: id,
      authorId,
      path: replyPath(topicId, id),
      title: `Reply to “${title}”`,
      content,
      context: { title, path: pathTo('/forum/:id', { id: topicId }), content: toExcerpt(topicContent) },
      waiting: toWaiting(screening),
    }))
  },
  async review({ db }, ids) {
    const rows = await db
      .selectFrom('waiting_reviews as w')
      .innerJoin('products as p', 'p.id', 'w.product_id')
      .select([
        'w.id',
        'w.user_id as userId',
        'w.title',
        'w.content',
        'w.rating',
        'w.owned_months as ownedMonths',
        'w.months',
        'w.is_still_used as isStillUsed',
        'w.screening',
        'p.name',
        'p.slug',
      ])
      .where(isOneOf(db, 'w.id', ids))
      .execute()
    return rows.map(({ id, userId, title, content, rating, ownedMonths, months, isStillUsed, screening, name, slug }) => {
      const context = toProductContext(name, slug)
      return {
        ...NOTHING,
        id,
        subjectId: id,
        authorId: userId ?? GUEST_ID,
        path: context.path,
        title,
        content,
        context,
        waiting: toWaiting(screening),
        review: { rating, ownedMonths, update: months === null ? null : { months, isStillUsed } },
      }
    })
  },
  async evidence({ db }, ids) {
    const rows = await db
      .selectFrom('review_evidence as e')
      .innerJoin('reviews as r', 'r.id', 'e.review_id')
      .innerJoin('products as p', 'p.id', 'r.product_id')
      .select([
        'e.id',
        'e.user_id as authorId',
        'e.note',
        'r.id as reviewId',
        'r.title',
        'r.content',
        'r.rating',
        'r.owned_months as ownedMonths',
        'p.name',
        'p.slug',
      ])
      .where(isOneOf(db, 'e.id', ids))
      .execute()
    return rows.map(({ id, authorId, note, reviewId, title, content, rating, ownedMonths, name, slug }) => ({
      ...NOTHING,
      id,
      subjectId: reviewId,
      authorId,
      path: reviewPath({ id: reviewId, productSlug: slug }),
      title,
      content,
      context: toProductContext(name, slug),
      review: { rating, ownedMonths, update: null },
      note,
    }))
  },
}
