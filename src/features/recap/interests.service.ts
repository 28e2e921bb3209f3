import type { Context } from '#platform/contract/context.ts'
import * as queries from './interests.queries.ts'

export interface Interests {
  /** Categories that the member watches, posts in or watches topics in; undefined if there are none, so that everything is of interest. */
  categoryIds: number[] | undefined
  /** Products that the member watches. */
  productIds: number[]
}

export async function findInterests(ctx: Pick<Context, 'db'>, userId: number): Promise<Interests> {
  const watchedIds = await queries.listWatchedIds(ctx, userId, 'category')
  const categoryIds = [...new Set([...watchedIds, ...(await queries.listPostedCategories(ctx, userId))])]
  return {
    categoryIds: categoryIds.length > 0 ? categoryIds : undefined,
    productIds: await queries.listWatchedIds(ctx, userId, 'product'),
  }
}
