import { sql, type OrderByItemBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { findMatchingIds, isOneOf } from '#db/search/search-index.ts'
import type { Publication, Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import { toPlainText, estimateSourceLength } from '#platform/markdown/plain-text.ts'
import { truncateText } from '#wording/cut-text.ts'
import type { ArticleAdminQuery, ArticleDraft } from './editing/article-editing.contract.ts'

/** Absent properties do not filter. A `categoryId` of 0 matches nothing. */
export interface ArticleFilter {
  categoryId?: number | undefined
  search?: string | undefined
  featured?: boolean
  status?: Publication | undefined
}

const SNIPPET_LENGTH = 120

type View = 'card' | 'full'

/** For cards the content is read only if there is no summary, and then only its beginning. */
const select = ({ db }: Context, view: View) =>
  db
    .selectFrom('articles as a')
    // Joins the expert with the author's name, ignoring case; there are few experts.
    .leftJoin('experts as e', (join) =>
      join.on((eb) => {
        const named = eb
          .selectFrom('experts as named')
          .select((one) => one.fn.min<number>('named.id').as('id'))
          .where(sql<string>`lower(named.name)`, '=', sql<string>`lower(trim(a.author_name))`)
        return eb('e.id', '=', eb.fn.coalesce(named, 'a.author_id'))
      }),
    )
    .leftJoin('categories as c', 'c.id', 'a.category_id')
    .select([
      'a.id',
      'a.slug',
      'a.title',
      'a.summary',
      'a.rating',
      'a.views',
      'a.status',
      'a.featured_image as featuredImage',
      'a.image_alt as imageAlt',
      'a.published_at as publishedAt',
      'a.category_id as categoryId',
      'a.author_id as ownAuthorId',
      'e.id as authorId',
      'a.author_name as authorName',
      'e.name as expertName',
      'e.avatar_url as authorAvatar',
      'c.name as categoryName',
      'c.slug as categorySlug',
      'a.checked_on as checkedOn',
      'a.version',
      (view === 'full' ? sql<string | null>`a.changed_at` : sql<string | null>`null`).as('changedAt'),
      view === 'full'
        ? sql<string>`a.content`.as('content')
        : sql<string>`case when coalesce(a.summary, '') = '' then substr(a.content, 1, ${estimateSourceLength(SNIPPET_LENGTH)}) else '' end`.as(
            'content',
          ),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const toArticle = ({ expertName, ...row }: Row): ArticleDraft => ({
  ...row,
  snippet: snippetOfArticle(row),
  ownAuthorName: row.authorName,
  authorName: row.authorName || expertName || 'Unknown Author',
  authorAvatar: row.authorAvatar ?? '',
  categoryName: row.categoryName ?? 'Uncategorized',
  categorySlug: row.categorySlug ?? 'uncategorized',
})

/** Returns the plain-text summary of a card. */
export const snippetOfArticle = ({ summary, content }: { summary: string | null; content: string }): string =>
  summary || truncateText(toPlainText(content, SNIPPET_LENGTH), SNIPPET_LENGTH) || 'No description available'

type Sort = ArticleAdminQuery['sort']
type ListOptions = Paging & { view: View; sort?: Sort }

/** Newest first by default. */
export async function listArticleRows(ctx: Context, filter: ArticleFilter, options: ListOptions): Promise<ListResult<ArticleDraft>> {
  const { search, status, categoryId } = filter
  const found = search === undefined ? undefined : await findMatchingIds(ctx.db, 'articles', search, { category_id: categoryId, status })
  const rows = await ORDER[options.sort ?? 'newest']
    .reduce(
      (query, [column, direction]) => query.orderBy(`a.${column}`, orderOf(column, direction)),
      select(ctx, options.view).where('a.id', 'in', pageOfIds(ctx, filter, found, options)),
    )
    .execute()
  const total = found?.length ?? (await countTotal(rows, options, () => count(ctx, filter)))
  return { items: rows.map(toArticle), total }
}

type Order = readonly (readonly ['published_at' | 'title' | 'rating' | 'id', 'asc' | 'desc'])[]
const ORDER: Record<Sort, Order> = {
  newest: [
    ['published_at', 'desc'],
    ['id', 'desc'],
  ],
  title: [
    ['title', 'asc'],
    ['id', 'asc'],
  ],
  rating: [
    ['rating', 'desc'],
    ['id', 'desc'],
  ],
}
/** Sorts null dates and ratings last on both engines. */
const orderOf = (column: Order[number][0], direction: 'asc' | 'desc') => (o: OrderByItemBuilder) =>
  column === 'published_at' || column === 'rating' ? o[direction]().nullsLast() : o[direction]()

/** Deferred join: the offset is applied on the index only, and full rows are read for this page alone. */
function pageOfIds({ db }: Context, filter: ArticleFilter, found: number[] | undefined, options: ListOptions) {
  const { offset, limit } = toOffsetLimit(options)
  const query = filtered(db.selectFrom('articles').select('id'), filter).$if(found !== undefined, (q) =>
    q.where(isOneOf(db, 'id', found ?? [])),
  )
  return ORDER[options.sort ?? 'newest']
    .reduce((ordered, [column, direction]) => ordered.orderBy(column, orderOf(column, direction)), query)
    .offset(offset)
    .limit(limit)
}

async function count({ db }: Context, filter: ArticleFilter): Promise<number> {
  const query = db.selectFrom('articles').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await filtered(query, filter).executeTakeFirstOrThrow()).n
}

/** Must match the indexed expression exactly. */
const isFeatured = sql<SqlBool>`(rating >= 4) = true`

const filtered = <O>(query: SelectQueryBuilder<Tables, 'articles', O>, { categoryId, featured, status }: ArticleFilter) =>
  query
    .$if(status !== undefined, (q) => q.where('status', '=', status ?? 'published'))
    .$if(categoryId !== undefined, (q) => q.where('category_id', '=', categoryId ?? 0))
    .$if(featured === true, (q) => q.where(isFeatured))

export async function findArticleBySlug(ctx: Context, slug: string): Promise<ArticleDraft | undefined> {
  const row = await select(ctx, 'full').where('a.slug', '=', slug).executeTakeFirst()
  return row && toArticle(row)
}

export async function findArticleById(ctx: Context, id: number): Promise<ArticleDraft | undefined> {
  const row = await select(ctx, 'full').where('a.id', '=', id).executeTakeFirst()
  return row && toArticle(row)
}

export async function addArticleViewCount({ db }: Pick<Context, 'db'>, id: number, views: number): Promise<void> {
  await db
    .updateTable('articles')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', id)
    .execute()
}
