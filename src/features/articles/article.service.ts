import { findCategoryId } from '#features/categories/category.service.ts'
import type { Context } from '#platform/context.ts'
import type { Listed, Paging } from '#platform/endpoint.ts'
import { notFound } from '#platform/errors.ts'
import { renderMarkdown, toPlainText } from '#platform/markdown.ts'
import type { Article, ArticleListQuery, ListedArticle } from './article.contract.ts'
import * as queries from './article.queries.ts'

const WORDS_PER_MINUTE = 220
type View = { view: 'card' | 'full' }

export async function listArticles(ctx: Context, query: ArticleListQuery): Promise<Listed<ListedArticle>> {
  const categoryId = await findCategoryId(ctx, query.category)
  return asAsked(await queries.list(ctx, { categoryId, search: query.search }, query), query)
}

export const listFeaturedArticles = async (ctx: Context, query: Paging & View): Promise<Listed<ListedArticle>> =>
  asAsked(await queries.list(ctx, { featured: true }, query), query)

export const listArticlesOfCategory = async (ctx: Context, categoryId: number, query: Paging & View): Promise<Listed<ListedArticle>> =>
  asAsked(await queries.list(ctx, { categoryId }, query), query)

export async function getArticle(ctx: Context, slug: string): Promise<Article> {
  const article = await queries.findBySlug(ctx, slug)
  if (!article) throw notFound('article')
  ctx.sees?.({ table: 'articles', id: article.id })
  const words = toPlainText(article.content).split(' ').length
  return { ...article, contentHtml: renderMarkdown(article.content, 'site'), minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) }
}

function asAsked({ items, total }: Listed<ListedArticle>, { view }: View): Listed<ListedArticle> {
  return { total, items: view === 'full' ? items : items.map(({ content: _content, ...card }) => card) }
}

/** Adds counted views. */
export const addViews = queries.addViews
