import { featuredArticlesQuery } from '#features/articles/article.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { popularTopicsQuery } from '#features/forums/topic.client.ts'
import { featuredProductsQuery } from '#features/products/product.client.ts'
import { recentReviewsQuery } from '#features/reviews/review.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { load } from '#platform/page-load.client.ts'
import { newestExpertArticlesQuery } from './expert-advice.ts'
import { FEATURED_ARTICLES, FEATURED_PRODUCTS } from './shown.ts'

/** Every part of the page can do without the others. What is switched off is not asked for. */
export const loader = load(async (page) => {
  const site = await page.want<SiteInfo>(siteQuery())
  const has = (feature: keyof SiteInfo['features']) => site?.features[feature] ?? true
  await Promise.all([
    page.want(categoriesQuery()),
    has('articles') && page.want(featuredArticlesQuery(FEATURED_ARTICLES)),
    has('products') && page.want(featuredProductsQuery(FEATURED_PRODUCTS)),
    has('forums') && page.want(popularTopicsQuery()),
    has('products') && page.want(recentReviewsQuery()),
    ...(has('expertAdvice') ? [page.want(expertsQuery()), page.want(newestExpertArticlesQuery())] : []),
  ])
})
