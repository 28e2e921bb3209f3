import { findMatchingIds } from '#db/search-index.ts'
import type { Context } from '#platform/context.ts'
import { rowsOf, type Listed, type Paging } from '#platform/endpoint.ts'
import { cut, toPlainText } from '#platform/markdown.ts'
import type { ListedArticle } from './article.contract.ts'

/** Which articles; absent means all. A category id of 0 matches none. */
export interface Filter {
  categoryId?: number | undefined
  search?: string | undefined
  featured?: boolean
}

const SNIPPET = 120

const select = ({ db }: Context) =>
  db
    .selectFrom('articles as a')
    .leftJoin('experts as e', 'e.id', 'a.author_id')
    .leftJoin('categories as c', 'c.id', 'a.category_id')
    .select([
      'a.id',
      'a.slug',
      'a.title',
      'a.summary',
      'a.content',
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
export async function list(ctx: Context, filter: Filter, paging: Paging): Promise<Listed<ListedArticle & { content: string }>> {
  const { offset, limit } = rowsOf(paging)
  const [rows, total] = await Promise.all([
    select(ctx)
      .$if(filter.search !== undefined, (q) => q.where('a.id', 'in', matching(ctx, filter)))
      .$if(filter.search === undefined && filter.categoryId !== undefined, (q) => q.where('a.category_id', '=', filter.categoryId ?? 0))
      .$if(filter.featured === true, (q) => q.where('a.rating', '>=', 4))
      .orderBy('a.published_at', (o) => o.desc().nullsLast())
      .orderBy('a.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    count(ctx, filter),
  ])
  return { items: rows.map(toArticle), total }
}

async function count(ctx: Context, filter: Filter): Promise<number> {
  const { n } = await (filter.search === undefined
    ? ctx.db
        .selectFrom('articles')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .$if(filter.categoryId !== undefined, (q) => q.where('category_id', '=', filter.categoryId ?? 0))
        .$if(filter.featured === true, (q) => q.where('rating', '>=', 4))
        .executeTakeFirstOrThrow()
    : ctx.db
        .selectFrom(matching(ctx, filter).as('matching'))
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow())
  return n
}

const matching = (ctx: Context, filter: Filter) =>
  findMatchingIds(ctx.db, 'articles', filter.search ?? '').$if(filter.categoryId !== undefined, (q) =>
    q.where('found.category_id', '=', filter.categoryId ?? 0),
  )

export async function findBySlug(ctx: Context, slug: string): Promise<(ListedArticle & { content: string }) | undefined> {
  const row = await select(ctx).where('a.slug', '=', slug).executeTakeFirst()
  return row && toArticle(row)
}

export async function addViews({ db }: Pick<Context, 'db'>, id: number, views: number): Promise<void> {
  await db
    .updateTable('articles')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', id)
    .execute()
}
