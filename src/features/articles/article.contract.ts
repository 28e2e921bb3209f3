/** Defines the public API of articles (guides): list, featured articles and single article. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'
import { CaseStudy } from './case-studies/case-study.contract.ts'

/** An article without its content, for cards. `snippet` is plain text. */
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
  /** Whether the author is an expert of the demo content: an invented person. */
  isAuthorDemo: z.boolean(),
  /** Whether the article came with the demo content. Its facts are real, but it is deleted with the demo content. */
  isDemo: z.boolean(),
  categoryName: z.string(),
  categorySlug: z.string(),
})
export type ArticleCard = z.infer<typeof ArticleCard>

/** An article of a list; `content` is undefined with `view=card`. */
export const ListedArticle = ArticleCard.extend({ content: z.string().optional() })
export type ListedArticle = z.infer<typeof ListedArticle>

/** An article with `contentHtml` as sanitised HTML, the reading time in `minutes`, and `changedAt`, the time of the last edit or null. */
export const Article = ArticleCard.extend({
  content: z.string(),
  contentHtml: z.string(),
  minutes: z.number(),
  changedAt: z.string().nullable(),
  /** Date on which the values and sources of the article were last checked, such as `2026-11-02`. */
  checkedOn: z.string().nullable(),
  /** Facts and meter readings of a home; null for articles that are no case study. */
  caseStudy: CaseStudy.nullable(),
  /** Status of an unpublished article; present only if an administrator views it. */
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
  summary: 'List articles, newest first.',
  query: ArticleListQuery,
  response: z.array(ListedArticle),
  list: true,
  feature,
})
export const featuredArticlesEndpoint = endpoint('GET /api/articles/featured', {
  summary: 'List articles rated 4 or 5, newest first.',
  query: Paging.extend({ view }),
  response: z.array(ListedArticle),
  list: true,
  feature,
})
export const articlesOfCategoryEndpoint = endpoint('GET /api/articles/category/:categoryId', {
  summary: 'List the articles of a category, newest first.',
  params: z.object({ categoryId: Id }),
  query: Paging.extend({ view }),
  response: z.array(ListedArticle),
  list: true,
  feature,
})
export const getArticleEndpoint = endpoint('GET /api/articles/:slug', {
  summary: 'Get an article. Administrators also get drafts and scheduled articles, marked as `unpublished`.',
  params: z.object({ slug: z.string().max(200) }),
  response: Article,
  extraStatuses: [410],
  feature,
})
