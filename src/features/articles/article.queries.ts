import { sql, type OrderByItemBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { findMatchingIds, isOneOf } from '#db/search/search-index.ts'
import type { Publication, Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import { toPlainText, estimateSourceLength } from '#platform/markdown/plain-text.ts'
import { truncateText } from '#wording/cut-text.ts'
import type { CaseStudy } from './case-studies/case-study.contract.ts'
import type { ArticleAdminQuery, ArticleDraft } from './editing/article-editing.contract.ts'

/** Filters a list of articles. Undefined properties do not filter; a `categoryId` of 0 matches nothing. */
export interface ArticleFilter {
  categoryId?: number | undefined
  search?: string | undefined
  featured?: boolean
  status?: Publication | undefined
}

const MAX_SNIPPET_CHARACTERS = 120

type View = 'card' | 'full'

/** Selects articles. For cards it reads the content only if there is no summary, and then only its beginning. */
const selectArticles = ({ db }: Context, view: View) =>
  db
    .selectFrom('articles as a')
    // Joins the expert whose name is the author's, ignoring case; a subquery is cheap, as there are few experts.
    .leftJoin('experts as e', (join) =>
      join.on((eb) => {
        const expertIdByName = eb
          .selectFrom('experts as named')
          .select((nested) => nested.fn.min<number>('named.id').as('id'))
          .where(sql<string>`lower(named.name)`, '=', sql<string>`lower(trim(a.author_name))`)
        return eb('e.id', '=', eb.fn.coalesce(expertIdByName, 'a.author_id'))
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
      'e.is_demo as isAuthorDemo',
      'a.is_demo as isDemo',
      'c.name as categoryName',
      'c.slug as categorySlug',
      'a.checked_on as checkedOn',
      'a.version',
      (view === 'full' ? sql<string | null>`a.changed_at` : sql<string | null>`null`).as('changedAt'),
      (view === 'full' ? sql<string | null>`a.case_study` : sql<string | null>`null`).as('caseStudy'),
      view === 'full'
        ? sql<string>`a.content`.as('content')
        : sql<string>`case when coalesce(a.summary, '') = '' then substr(a.content, 1, ${estimateSourceLength(MAX_SNIPPET_CHARACTERS)}) else '' end`.as(
            'content',
          ),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectArticles>['executeTakeFirstOrThrow']>>

const toArticle = ({ expertName, caseStudy, ...row }: Row): ArticleDraft => ({
  ...row,
  caseStudy: caseStudy === null ? null : (JSON.parse(caseStudy) as CaseStudy),
  snippet: createSnippet(row),
  ownAuthorName: row.authorName,
  authorName: row.authorName || expertName || 'Unknown Author',
  authorAvatar: row.authorAvatar ?? '',
  isAuthorDemo: row.isAuthorDemo === true && isSameName(row.authorName || expertName, expertName),
  categoryName: row.categoryName ?? 'Uncategorized',
  categorySlug: row.categorySlug ?? 'uncategorized',
})

/** Compares names like the join of the experts. */
const isSameName = (name: string | null, other: string | null): boolean => name?.trim().toLowerCase() === other?.toLowerCase()

/** Returns the plain-text snippet of a card: the summary, or the beginning of the content. */
export const createSnippet = ({ summary, content }: { summary: string | null; content: string }): string =>
  summary || truncateText(toPlainText(content, MAX_SNIPPET_CHARACTERS), MAX_SNIPPET_CHARACTERS) || 'No description available'

type Sort = ArticleAdminQuery['sort']
type ListOptions = Paging & { view: View; sort?: Sort }

/** Lists articles, by default newest first. */
export async function listArticleRows(ctx: Context, filter: ArticleFilter, options: ListOptions): Promise<ListResult<ArticleDraft>> {
  const { search, status, categoryId } = filter
  const matchingIds =
    search === undefined ? undefined : await findMatchingIds(ctx.db, 'articles', search, { category_id: categoryId, status })
  const rows = await SORT_ORDERS[options.sort ?? 'newest']
    .reduce(
      (query, [column, direction]) => query.orderBy(`a.${column}`, toOrderBy(column, direction)),
      selectArticles(ctx, options.view).where('a.id', 'in', selectPageIds(ctx, filter, matchingIds, options)),
    )
    .execute()
  const total = matchingIds?.length ?? (await countTotal(rows, options, () => countArticles(ctx, filter)))
  return { items: rows.map(toArticle), total }
}

type SortOrder = readonly (readonly ['published_at' | 'title' | 'rating' | 'id', 'asc' | 'desc'])[]
const SORT_ORDERS: Record<Sort, SortOrder> = {
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
/** Returns the sort direction of a column. Dates and ratings that are null come last on both engines. */
const toOrderBy = (column: SortOrder[number][0], direction: 'asc' | 'desc') => (item: OrderByItemBuilder) =>
  column === 'published_at' || column === 'rating' ? item[direction]().nullsLast() : item[direction]()

/** Selects the ids of a page (deferred join): the offset is applied on the index only, and full rows are read for this page alone. */
function selectPageIds({ db }: Context, filter: ArticleFilter, matchingIds: number[] | undefined, options: ListOptions) {
  const { offset, limit } = toOffsetLimit(options)
  const query = applyFilter(db.selectFrom('articles').select('id'), filter).$if(matchingIds !== undefined, (q) =>
    q.where(isOneOf(db, 'id', matchingIds ?? [])),
  )
  return SORT_ORDERS[options.sort ?? 'newest']
    .reduce((ordered, [column, direction]) => ordered.orderBy(column, toOrderBy(column, direction)), query)
    .offset(offset)
    .limit(limit)
}

async function countArticles({ db }: Context, filter: ArticleFilter): Promise<number> {
  const query = db.selectFrom('articles').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await applyFilter(query, filter).executeTakeFirstOrThrow()).n
}

/** Condition that is equal to the indexed expression, so that the index is used. */
const isFeatured = sql<SqlBool>`(rating >= 4) = true`

const applyFilter = <O>(query: SelectQueryBuilder<Tables, 'articles', O>, { categoryId, featured, status }: ArticleFilter) =>
  query
    .$if(status !== undefined, (q) => q.where('status', '=', status ?? 'published'))
    .$if(categoryId !== undefined, (q) => q.where('category_id', '=', categoryId ?? 0))
    .$if(featured === true, (q) => q.where(isFeatured))

export async function findArticleBySlug(ctx: Context, slug: string): Promise<ArticleDraft | undefined> {
  const row = await selectArticles(ctx, 'full').where('a.slug', '=', slug).executeTakeFirst()
  return row && toArticle(row)
}

export async function findArticleById(ctx: Context, id: number): Promise<ArticleDraft | undefined> {
  const row = await selectArticles(ctx, 'full').where('a.id', '=', id).executeTakeFirst()
  return row && toArticle(row)
}

export async function addArticleViewCount({ db }: Pick<Context, 'db'>, id: number, views: number): Promise<void> {
  await db
    .updateTable('articles')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', id)
    .execute()
}
