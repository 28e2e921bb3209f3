import { withReferenceValues } from '#features/figures/figure.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import { renderMarkdown } from '#platform/markdown/markdown.ts'
import { toPlainText, estimateSourceLength } from '#platform/markdown/plain-text.ts'
import { truncateText } from '#wording/cut-text.ts'
import type { Expert, ExpertArticle } from './expert.contract.ts'
import * as queries from './expert.queries.ts'

/** Maximum number of characters of the content on cards. */
const SNIPPET_LENGTH = 120

export async function listExperts(ctx: Context): Promise<ListResult<Expert>> {
  const items = await queries.listExpertRows(ctx)
  return { items, total: items.length }
}

export async function listExpertArticles(
  ctx: Context,
  { view, perPage }: { view: 'card' | 'full'; perPage: number },
): Promise<ListResult<ExpertArticle>> {
  const { items, total } = await queries.listExpertArticleRows(
    ctx,
    perPage,
    view === 'full' ? undefined : estimateSourceLength(SNIPPET_LENGTH),
  )
  const articles = await Promise.all(
    items.map(async (article) => ({ ...article, content: await withReferenceValues(ctx, article.content, view === 'card') })),
  )
  if (view === 'full') return { items: articles, total }
  return {
    total,
    items: articles.map((article) => ({ ...article, content: truncateText(toPlainText(article.content, SNIPPET_LENGTH), SNIPPET_LENGTH) })),
  }
}

export async function getExpertArticle(ctx: Context, id: number): Promise<ExpertArticle> {
  const storedArticle = await queries.findExpertArticle(ctx, id)
  if (!storedArticle) throw notFound('article')
  const article = { ...storedArticle, content: await withReferenceValues(ctx, storedArticle.content) }
  return { ...article, contentHtml: await renderMarkdown(ctx, article.content, 'site') }
}
