import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { productQuery, productsOfCategoryQuery, type Product } from '#features/products/product.client.ts'
import { reviewStatisticsQuery, reviewsQuery, REVIEWS_PER_PAGE } from '#features/reviews/review.client.ts'
import { topicsAboutProductQuery } from '#features/forums/topic.client.ts'
import { myVotesQuery } from '#features/votes/vote.client.ts'
import { createLoader, type PageLoad } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'
import { MAX_RELATED_PRODUCTS, parseReviewFilter } from './product-url.ts'

export const loader = createLoader(async (page) => {
  const product = await page.required<Product>(productQuery(page.params['slug'] ?? ''))
  if (!product) return
  if (product.slug !== page.params['slug']) return page.redirectPermanently(paths.product(product.slug))
  const filter = parseReviewFilter(page.search)
  await Promise.all([
    page
      .optional<{ total: number }>(reviewsQuery(product.id, filter))
      .then((reviewList) => page.requireListPage(reviewList, filter.page ?? 1, REVIEWS_PER_PAGE)),
    page.optional(reviewStatisticsQuery(product.id)),
    page.optional(topicsAboutProductQuery(product.slug)),
    preloadOwnVotes(page, product.id),
    product.categoryId && page.optional(productsOfCategoryQuery(product.categoryId, MAX_RELATED_PRODUCTS + 1)),
  ])
})

async function preloadOwnVotes(page: PageLoad, productId: number): Promise<void> {
  const { user } = (await page.optional<Session>(sessionQuery())) ?? {}
  if (user) await page.optional(myVotesQuery({ productId }))
}
