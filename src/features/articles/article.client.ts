import { apiQuery } from '#platform/client/api.client.ts'

export type { Article, ArticleCard, ListedArticle } from './article.contract.ts'

export const ARTICLES_PER_PAGE = 12

export interface ArticleFilter {
  search?: string | undefined
  category?: string | undefined
  page?: number | undefined
}
export const articlesQuery = ({ search, category, page }: ArticleFilter = {}) =>
  apiQuery('GET /api/articles', {
    query: { search, category, page: page ?? 1, perPage: ARTICLES_PER_PAGE, view: 'card' },
  })

/** Polls every 10 s, and its data becomes stale after 5 s; by default, queries become stale only by invalidation. */
export const featuredArticlesQuery = (perPage: number) => ({
  ...apiQuery('GET /api/articles/featured', { query: { perPage, view: 'card' } }),
  refetchInterval: 10_000,
  staleTime: 5_000,
})
export const articlesOfCategoryQuery = (categoryId: number, perPage = 100) =>
  apiQuery('GET /api/articles/category/:categoryId', {
    params: { categoryId },
    query: { perPage, view: 'card' },
  })
export const articleQuery = (slug: string) => apiQuery('GET /api/articles/:slug', { params: { slug } })
