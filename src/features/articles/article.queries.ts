import { sql, type SelectQueryBuilder } from 'kysely'
import { findMatchingIds, isOneOf } from '#db/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'
import { rowsOf, totalOf, type Listed, type Paging } from '#platform/endpoint.ts'
import { cut, toPlainText, wordsSource } from '#platform/markdown.ts'
import type { ListedArticle } from './article.contract.ts'

/** Which articles; absent means all. A category id of 0 matches none. */
export interface Filter {
  categoryId?: number | undefined
  search?: string | undefined
  featured?: boolean
}

const SNIPPET = 120

type View = 'card' | 'full'

/** Cards need the long text only where there is no summary, and then only its beginning. */
const select = ({ db }: Context, view: View) =>
  db
    .selectFrom('articles as a')
    .leftJoin('experts as e', 'e.id', 'a.author_id')
    .leftJoin('categories as c', 'c.id', 'a.category_id')
    .select([
      'a.id',
      'a.slug',
      'a.title',
      'a.summary',
      'a.rating',
      'a.views',
      'a.featured_image as featuredImage',
      'a.image_alt as imageAlt',
      'a.published_at as publishedAt',
      'a.category_id as categoryId',
      'a.author_id as authorId',
      'a.author_name as authorName',
      'e.name as expertName',
      'e.avatar_url as authorAvatar',
      'c.name as categoryName',
      'c.slug as categorySlug',
      view === 'full'
        ? sql<string>`a.content`.as('content')
        : sql<string>`case when coalesce(a.summary, '') = '' then substr(a.content, 1, ${wordsSource(SNIPPET)}) else '' end`.as('content'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const toArticle = ({ expertName, ...row }: Row): ListedArticle & { content: string } => ({
  ...row,
  snippet: row.summary || cut(toPlainText(row.content, SNIPPET), SNIPPET) || 'No description available',
  authorName: row.authorName || expertName || 'Unknown Author',
  authorAvatar: row.authorAvatar ?? '',
  categoryName: row.categoryName ?? 'Uncategorized',
  categorySlug: row.categorySlug ?? 'uncategorized',
})

/** Newest first. */
export async function list(
  ctx: Context,
  filter: Filter,
  paging: Paging & { view: View },
): Promise<Listed<ListedArticle & { content: string }>> {
  const found =
    filter.search === undefined ? undefined : await findMatchingIds(ctx.db, 'articles', filter.search, { category_id: filter.categoryId })
  const rows = await select(ctx, paging.view)
    .where('a.id', 'in', pageOfIds(ctx, filter, found, paging))
    .orderBy('a.published_at', (o) => o.desc().nullsLast())
    .orderBy('a.id', 'desc')
    .execute()
  const total = found?.length ?? (await totalOf(rows, paging, () => count(ctx, filter)))
  return { items: rows.map(toArticle), total }
}

/** Skipping earlier pages happens on the index alone; only this page's rows are read. */
function pageOfIds({ db }: Context, filter: Filter, found: number[] | undefined, paging: Paging) {
  const { offset, limit } = rowsOf(paging)
  return narrowed(db.selectFrom('articles').select('id'), filter)
    .$if(found !== undefined, (q) => q.where(isOneOf(db, 'id', found ?? [])))
    .orderBy('published_at', (o) => o.desc().nullsLast())
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
}

async function count({ db }: Context, filter: Filter): Promise<number> {
  const query = db.selectFrom('articles').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await narrowed(query, filter).executeTakeFirstOrThrow()).n
}

const narrowed = <O>(query: SelectQueryBuilder<Tables, 'articles', O>, { categoryId, featured }: Filter) =>
  query
    .$if(categoryId !== undefined, (q) => q.where('category_id', '=', categoryId ?? 0))
    .$if(featured === true, (q) => q.where('rating', '>=', 4))

export async function findBySlug(ctx: Context, slug: string): Promise<(ListedArticle & { content: string }) | undefined> {
  const row = await select(ctx, 'full').where('a.slug', '=', slug).executeTakeFirst()
  return row && toArticle(row)
}

export async function addViews({ db }: Pick<Context, 'db'>, id: number, views: number): Promise<void> {
  await db
    .updateTable('articles')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', id)
    .execute()
}
