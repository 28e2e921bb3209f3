import type { Context } from '#platform/context.ts'
import type { Listed } from '#platform/endpoint.ts'
import { notFound } from '#platform/errors.ts'
import { cut, renderMarkdown, toPlainText, wordsSource } from '#platform/markdown.ts'
import type { Expert, ExpertArticle } from './expert.contract.ts'
import * as queries from './expert.queries.ts'

const SNIPPET = 120

export async function listExperts(ctx: Context): Promise<Listed<Expert>> {
  const items = await queries.list(ctx)
  return { items, total: items.length }
}

export async function listExpertArticles(
  ctx: Context,
  { view, perPage }: { view: 'card' | 'full'; perPage: number },
): Promise<Listed<ExpertArticle>> {
  const { items, total } = await queries.listArticles(ctx, perPage, view === 'full' ? undefined : wordsSource(SNIPPET))
  if (view === 'full') return { items, total }
  return { total, items: items.map((article) => ({ ...article, content: cut(toPlainText(article.content, SNIPPET), SNIPPET) })) }
}

export async function getExpertArticle(ctx: Context, id: number): Promise<ExpertArticle> {
  const article = await queries.findArticle(ctx, id)
  if (!article) throw notFound('article')
  return { ...article, contentHtml: renderMarkdown(article.content, 'site') }
}
