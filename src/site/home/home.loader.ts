import { featuredArticlesQuery } from '#features/articles/article.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { popularTopicsQuery } from '#features/forums/topic.client.ts'
import { featuredProductsQuery } from '#features/products/product.client.ts'
import { recentReviewsQuery } from '#features/reviews/recent-reviews.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { newestExpertArticlesQuery } from './expert-advice.ts'
import { MAX_FEATURED_ARTICLES, MAX_FEATURED_PRODUCTS } from './featured-limits.ts'

/** Loads the data for each section, so that one failure does not affect the others. Features that are switched off are not queried. */
export const loader = createLoader(async (page) => {
  const site = await page.optional<SiteInfo>(siteQuery())
  const isOn = (feature: keyof SiteInfo['features']) => site?.features[feature] ?? true
  await Promise.all([
    page.optional(categoriesQuery()),
    isOn('articles') && page.optional(featuredArticlesQuery(MAX_FEATURED_ARTICLES)),
    isOn('products') && page.optional(featuredProductsQuery(MAX_FEATURED_PRODUCTS)),
    isOn('forums') && page.optional(popularTopicsQuery()),
    isOn('products') && page.optional(recentReviewsQuery()),
    ...(isOn('expertAdvice') ? [page.optional(expertsQuery()), page.optional(newestExpertArticlesQuery())] : []),
  ])
})
