import { featuredArticlesQuery } from '#features/articles/article.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { popularTopicsQuery } from '#features/forums/topic.client.ts'
import { featuredProductsQuery } from '#features/products/product.client.ts'
import { recentReviewsQuery } from '#features/reviews/recent-reviews.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { newestExpertArticlesQuery } from './expert-advice.ts'
import { FEATURED_ARTICLES, FEATURED_PRODUCTS } from './featured-limits.ts'

/** Every part of the page can do without the others. What is switched off is not asked for. */
export const loader = createLoader(async (page) => {
  const site = await page.optional<SiteInfo>(siteQuery())
  const has = (feature: keyof SiteInfo['features']) => site?.features[feature] ?? true
  await Promise.all([
    page.optional(categoriesQuery()),
    has('articles') && page.optional(featuredArticlesQuery(FEATURED_ARTICLES)),
    has('products') && page.optional(featuredProductsQuery(FEATURED_PRODUCTS)),
    has('forums') && page.optional(popularTopicsQuery()),
    has('products') && page.optional(recentReviewsQuery()),
    ...(has('expertAdvice') ? [page.optional(expertsQuery()), page.optional(newestExpertArticlesQuery())] : []),
  ])
})
