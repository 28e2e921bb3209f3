/** Articles: guides written for the site, and the list, the featured few and one of them. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'

/** An article without its long text, as cards show it; `snippet` is ready to print. */
export const ArticleCard = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  summary: z.string().nullable(),
  snippet: z.string(),
  featuredImage: z.string().nullable(),
  imageAlt: z.string().nullable(),
  publishedAt: z.string().nullable(),
  rating: z.number().nullable(),
  views: z.number(),
  categoryId: z.number().nullable(),
  authorId: z.number().nullable(),
  authorName: z.string(),
  authorAvatar: z.string(),
  categoryName: z.string(),
  categorySlug: z.string(),
})
export type ArticleCard = z.infer<typeof ArticleCard>

/** In lists `content` is present unless `view=card` asks for cards. */
export const ListedArticle = ArticleCard.extend({ content: z.string().optional() })
export type ListedArticle = z.infer<typeof ListedArticle>

/** `contentHtml` is the Markdown rendered and sanitised; `minutes` how long it takes to read; `changedAt` when its words last changed. */
export const Article = ArticleCard.extend({
  content: z.string(),
  contentHtml: z.string(),
  minutes: z.number(),
  changedAt: z.string().nullable(),
  /** The day its figures and sources were last gone through: `2026-11-02`. */
  checkedOn: z.string().nullable(),
  /** Only where an administrator looks at what nobody else sees yet. */
  unpublished: z.enum(['draft', 'scheduled']).optional(),
})
export type Article = z.infer<typeof Article>

const view = z.enum(['card', 'full']).default('full')
export const ArticleListQuery = Paging.extend({
  search: SearchTerm,
  category: z.string().trim().max(100).optional(),
  sort: z.enum(['newest']).default('newest'),
  view,
})
export type ArticleListQuery = z.infer<typeof ArticleListQuery>

const feature = 'articles' as const
export const listArticlesEndpoint = endpoint('GET /api/articles', {
  summary: 'Articles, newest first.',
  query: ArticleListQuery,
  response: z.array(ListedArticle),
  list: true,
  feature,
})
export const featuredArticlesEndpoint = endpoint('GET /api/articles/featured', {
  summary: 'Articles rated 4 or 5, newest first.',
  query: Paging.extend({ view }),
  response: z.array(ListedArticle),
  list: true,
  feature,
})
export const articlesOfCategoryEndpoint = endpoint('GET /api/articles/category/:categoryId', {
  summary: 'The articles of a category, newest first.',
  params: z.object({ categoryId: Id }),
  query: Paging.extend({ view }),
  response: z.array(ListedArticle),
  list: true,
  feature,
})
export const getArticleEndpoint = endpoint('GET /api/articles/:slug', {
  summary: 'One article. An administrator also gets a draft, or one whose day is still to come; it says so.',
  params: z.object({ slug: z.string().max(200) }),
  response: Article,
  extraStatuses: [410],
  feature,
})
