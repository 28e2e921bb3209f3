/** The products that topics are about. */
import { goneOrNotFound } from '#features/redirects/tombstone.service.ts'
import type { TrashedRows } from '#features/trash/trash.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest } from '#platform/contract/errors.ts'
import * as topics from '#features/forums/topic.queries.ts'
import type { TopicProducts } from './topic-product.contract.ts'
import * as queries from './topic-product.queries.ts'

/** Returns nothing while the products are switched off, because their pages do not exist then. */
export async function getTopicProducts(ctx: Context, topicId: number): Promise<TopicProducts> {
  if ((await topics.findTopic(ctx, topicId))?.status !== 'visible') throw await goneOrNotFound(ctx, 'topic', String(topicId))
  if (!ctx.site.settings.features.products) return { products: [], owners: [] }
  const products = await queries.listTopicProducts(ctx, topicId)
  return { products, owners: products.length === 0 ? [] : await queries.listOwners(ctx, topicId) }
}

/** @throws AppError 400 with an error for the field `productSlugs` if one of the products does not exist */
export async function getProductIds(ctx: Context, slugs: readonly string[]): Promise<number[]> {
  const uniqueSlugs = [...new Set(slugs)]
  const ids = await queries.listProductIds(ctx, uniqueSlugs)
  if (ids.length < uniqueSlugs.length)
    throw badRequest('No such product.', [{ path: 'productSlugs', message: 'One of these products does not exist.' }])
  return ids
}

/** Omits the links to products that were deleted while the topic was in the trash. */
export async function withoutDeletedProducts(trxCtx: Pick<Context, 'db'>, rows: TrashedRows): Promise<TrashedRows> {
  const tables: TrashedRows['tables'] = []
  for (const [table, tableRows] of rows.tables) {
    const kept =
      table === 'topic_products'
        ? await queries.keepExistingProducts(trxCtx, tableRows as Parameters<typeof queries.keepExistingProducts>[1])
        : tableRows
    tables.push([table, kept])
  }
  return { ...rows, tables }
}
