import { goneOrNotFound } from '#features/redirects/tombstone.service.ts'
import { resolveOldSlug } from '#features/redirects/old-slug.service.ts'
import { hasReferencePlaceholders } from '#features/figures/texts/figure-text.policy.ts'
import { withReferenceValues } from '#features/figures/figure.service.ts'
import { findCategoryId } from '#features/categories/category.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { isAuthorizedAdmin } from '#platform/contract/route.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { renderText } from '#platform/markdown/markdown.ts'
import type { ArticleDraft } from './editing/article-editing.contract.ts'
import type { Article, ArticleListQuery, ListedArticle } from './article.contract.ts'
import * as queries from './article.queries.ts'
import { calculateReadingMinutes } from './reading-time.policy.ts'

/** Status of the articles in public lists. */
const PUBLIC_STATUS = 'published' as const
type View = { view: 'card' | 'full' }

export async function listArticles(ctx: Context, query: ArticleListQuery): Promise<ListResult<ListedArticle>> {
  const categoryId = await findCategoryId(ctx, query.category)
  return toView(ctx, await queries.listArticleRows(ctx, { status: PUBLIC_STATUS, categoryId, search: query.search }, query), query)
}

export const listFeaturedArticles = async (ctx: Context, query: Paging & View): Promise<ListResult<ListedArticle>> =>
  toView(ctx, await queries.listArticleRows(ctx, { status: PUBLIC_STATUS, featured: true }, query), query)

export const listArticlesOfCategory = async (ctx: Context, categoryId: number, query: Paging & View): Promise<ListResult<ListedArticle>> =>
  toView(ctx, await queries.listArticleRows(ctx, { status: PUBLIC_STATUS, categoryId }, query), query)

/**
 * Finds an article by its current or a former slug; with a former one the `slug` of the result differs. Unpublished articles are visible to
 * administrators only, and their views are not counted.
 * @throws AppError 404, or 410 if the article was deleted
 */
export async function getArticle(ctx: Context, slug: string): Promise<Article> {
  const storedArticle = (await queries.findArticleBySlug(ctx, slug)) ?? (await findByOldSlug(ctx, slug))
  if (!storedArticle || !canView(ctx, storedArticle)) throw await goneOrNotFound(ctx, 'article', slug)
  const article = await resolveArticleText(ctx, storedArticle)
  if (article.slug !== slug) ctx.headers?.set('content-location', `/api/articles/${article.slug}`)
  const { html, words } = await renderText(ctx, article.content, 'site')
  const reading = { contentHtml: html, minutes: calculateReadingMinutes(words) }
  if (article.status !== PUBLIC_STATUS) return { ...article, ...reading, unpublished: article.status }
  ctx.recordView?.({ table: 'articles', id: article.id })
  return { ...article, ...reading }
}

const canView = (ctx: Context, article: ArticleDraft) => article.status === PUBLIC_STATUS || isAuthorizedAdmin(ctx)

async function findByOldSlug(ctx: Context, oldSlug: string): Promise<ArticleDraft | undefined> {
  const id = await resolveOldSlug(ctx, 'article', oldSlug)
  return id === undefined ? undefined : queries.findArticleById(ctx, id)
}

async function toView(ctx: Context, { items, total }: ListResult<ArticleDraft>, { view }: View): Promise<ListResult<ListedArticle>> {
  const articles = await Promise.all(items.map((item) => resolveArticleText(ctx, item)))
  return { total, items: view === 'full' ? articles : articles.map(({ content: _content, ...card }) => card) }
}

/** Resolves reference values in content, summary and snippet. */
async function resolveArticleText(ctx: Context, article: ArticleDraft): Promise<ArticleDraft> {
  if (!hasReferencePlaceholders(article.content) && !hasReferencePlaceholders(article.summary ?? '')) return article
  const content = await withReferenceValues(ctx, article.content)
  const summary = article.summary && (await withReferenceValues(ctx, article.summary, true))
  return { ...article, content, summary, snippet: queries.createSnippet({ content, summary }) }
}

export const addArticleViews = queries.addArticleViewCount
