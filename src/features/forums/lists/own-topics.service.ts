/** Lists of topics that differ for each member. */
import { findCategoryId } from '#features/categories/category.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { unauthorized } from '#platform/contract/errors.ts'
import type { Topic } from '#features/forums/topic.contract.ts'
import * as topics from '#features/forums/topic.queries.ts'
import { toView } from '#features/forums/topic-view.service.ts'
import type { ForumVisit, OwnTopicsQuery } from './own-topics.contract.ts'
import * as queries from './forum-visit.queries.ts'

const VISIT_MS = 30 * 60_000
/** Until the first recorded visit has ended, topics with activity in this time are new, but none from before the member joined. */
const FIRST_VISIT_MS = 7 * 86_400_000

export async function listOwnTopics(
  ctx: Context,
  { show, category, product, search, view, sort, ...paging }: OwnTopicsQuery,
): Promise<ListResult<Topic>> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  const own =
    show === 'new'
      ? { activeAfter: await getNewSince(ctx, viewer.id) }
      : show === 'mine'
        ? { authorId: viewer.id }
        : { watcherId: viewer.id }
  const filter = { categoryId: await findCategoryId(ctx, category), search, productSlug: product, ...own }
  const { items, total } = await topics.listTopicRows(ctx, filter, sort, paging)
  return { items: toView(items, view), total }
}

/** Records the viewer's visit to the forum. */
export async function recordForumVisit(ctx: Context): Promise<ForumVisit> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  const now = Date.now()
  const endedBefore = new Date(now - VISIT_MS).toISOString()
  // Read before the write, so that a failure leaves no visit behind.
  const firstSince = await getFirstSince(ctx, viewer.id)
  const previousVisitAt = await queries.upsertVisit(ctx, viewer.id, new Date(now).toISOString(), endedBefore)
  return { newSince: previousVisitAt ?? firstSince }
}

async function getNewSince(ctx: Context, userId: number): Promise<string> {
  const visit = await queries.findVisit(ctx, userId)
  return visit?.previousVisitAt ?? getFirstSince(ctx, userId)
}

/**
 * Returns when the member last visited the forum, before the visit that is going on; before the first visit, a week ago or when the member
 * joined, whichever is later.
 */
export async function findLastVisit(ctx: Context, userId: number): Promise<string> {
  const visit = await queries.findVisit(ctx, userId)
  if (!visit) return getFirstSince(ctx, userId)
  const isGoingOn = visit.visitedAt >= new Date(Date.now() - VISIT_MS).toISOString()
  return isGoingOn ? (visit.previousVisitAt ?? getFirstSince(ctx, userId)) : visit.visitedAt
}

async function getFirstSince(ctx: Context, userId: number): Promise<string> {
  const earliest = new Date(Date.now() - FIRST_VISIT_MS).toISOString()
  const memberSince = await queries.findMemberSince(ctx, userId)
  return memberSince !== undefined && memberSince > earliest ? memberSince : earliest
}
