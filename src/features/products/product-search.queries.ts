/** Builds the search documents for products, which include their specifications and reviews. */
import { isOneOf } from '#db/search/search-index.ts'
import { withReferenceValues } from '#features/figures/figure.service.ts'
import type { Feature } from '#platform/contract/feature.ts'
import { toPlainLines } from '#platform/markdown/plain-text.ts'

/** Maximum number of reviews that are read for one batch of products; the newest are read. */
const MAX_REVIEWS = 2_000

export const productSearch: NonNullable<Feature['search']>[number] = {
  kind: 'product',
  label: 'Products',
  feature: 'products',
  find: async (ctx, ids) => {
    const { db } = ctx
    const rows = await db
      .selectFrom('products as p')
      .leftJoin('categories as c', 'c.id', 'p.category_id')
      .select([
        'p.id',
        'p.slug',
        'p.name',
        'p.price',
        'p.description',
        'p.features',
        'p.technical_specs as specs',
        'p.average_rating as average',
        'p.review_count as count',
        'p.created_at as date',
        'p.is_demo as isDemo',
        'c.slug as category',
      ])
      .where(isOneOf(db, 'p.id', ids))
      .execute()
    const reviews = await db
      .selectFrom('reviews')
      .select(['product_id as productId', 'title', 'content'])
      .where(isOneOf(db, 'product_id', ids))
      .orderBy('id', 'desc')
      .limit(MAX_REVIEWS)
      .execute()
    const reviewsByProduct = Map.groupBy(reviews, ({ productId }) => productId)
    return Promise.all(
      rows.map(async (row) => {
        const { id, slug, name, price, average, count, date, category, isDemo } = row
        const [description = '', features = '', specs = ''] = await Promise.all(
          [row.description, row.features ?? '', row.specs ?? ''].map((text) => withReferenceValues(ctx, text, true)),
        )
        const [summary = '', ...lines] = toPlainLines(description).lines
        const reviewLines = (reviewsByProduct.get(id) ?? []).flatMap(({ title, content }) => [title, ...toPlainLines(content).lines])
        return {
          id,
          url: `/products/${slug}`,
          title: name,
          // Features and specifications weigh as much as headings.
          headings: [features, specs].filter(Boolean).join('\n'),
          summary,
          body: [...lines, ...features.split('\n'), ...specs.split('\n'), price ?? '', ...reviewLines]
            .filter((line) => line !== '')
            .join('\n'),
          category,
          date,
          rating: count > 0 ? { average, count } : null,
          isDemo,
        }
      }),
    )
  },
  listIds: async ({ db }, after, limit) => {
    const rows = await db.selectFrom('products').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
    return rows.map(({ id }) => id)
  },
}
