/** Lists what a member missed since the last visit. */
import { findLastVisit } from '#features/forums/lists/own-topics.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { unauthorized } from '#platform/contract/errors.ts'
import * as activity from './activity.queries.ts'
import { findInterests } from './interests.service.ts'
import type { Missed, MissedItem } from './recap.contract.ts'
import { shareSlots } from './share-slots.policy.ts'

const MAX_ITEMS = 6
const MAX_DAYS = 30

export async function getMissed(ctx: Context): Promise<Missed> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  const lastVisit = await findLastVisit(ctx, viewer.id)
  const earliest = new Date(Date.now() - MAX_DAYS * 86_400_000).toISOString()
  const since = lastVisit < earliest ? earliest : lastVisit
  const { categoryIds } = await findInterests(ctx, viewer.id)
  const filter = { since, categoryIds, userId: viewer.id }
  const { forums, articles } = ctx.site.settings.features
  const topics = forums ? await activity.listActiveTopics(ctx, filter) : []
  const newArticles = articles ? await activity.listNewArticles(ctx, filter, MAX_ITEMS) : []
  const items = shareSlots<MissedItem>(
    [
      topics.map(({ id, title, categoryName, newReplies, at, isDemo }) => ({
        kind: 'topic' as const,
        id,
        title,
        path: pathTo('/forum/:id', { id }),
        categoryName,
        newReplies,
        at,
        isDemo,
      })),
      newArticles.map(({ id, title, slug, categoryName, at, isDemo }) => ({
        kind: 'article' as const,
        id,
        title,
        path: pathTo('/articles/:slug', { slug }),
        categoryName,
        newReplies: 0,
        at: at ?? since,
        isDemo,
      })),
    ],
    MAX_ITEMS,
  )
  return { since, items: items.flat() }
}
