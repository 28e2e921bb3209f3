import { sessionQuery, type Session } from '#features/accounts/account.client.ts'
import { productQuery, productsOfCategoryQuery, type Product } from '#features/products/product.client.ts'
import { ratingSpreadQuery, reviewsQuery } from '#features/reviews/review.client.ts'
import { myVotesQuery } from '#features/votes/vote.client.ts'
import { load, type PageLoad } from '#platform/page-load.client.ts'
import { paths } from '#site/paths.ts'
import { RELATED, reviewPageOf } from './product-address.ts'

export const loader = load(async (page) => {
  const product = await page.need<Product>(productQuery(page.params['slug'] ?? ''))
  if (!product) return
  if (product.slug !== page.params['slug']) return page.moved(paths.product(product.slug))
  await Promise.all([
    page.want(reviewsQuery(product.id, reviewPageOf(page.search))),
    page.want(ratingSpreadQuery(product.id)),
    wantOwnVotes(page, product.id),
    product.categoryId && page.want(productsOfCategoryQuery(product.categoryId, RELATED + 1)),
  ])
})

async function wantOwnVotes(page: PageLoad, productId: number): Promise<void> {
  const { user } = (await page.want<Session>(sessionQuery())) ?? {}
  if (user) await page.want(myVotesQuery({ productId }))
}
