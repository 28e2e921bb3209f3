import { sql, type SelectQueryBuilder } from 'kysely'
import { findMatchingIds, isOneOf } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import { listCaveats } from '#features/figures/caveats/caveat-file.service.ts'
import { extractCaveats } from '#features/figures/caveats/caveat.policy.ts'
import { toPlainText, estimateSourceLength } from '#platform/markdown/plain-text.ts'
import { truncateText } from '#wording/cut-text.ts'
import {
  countProductsMatchingSpecs,
  areSpecsWithin,
  listProductsMatchingSpecs,
  type SpecFilter,
} from './specifications/spec-match.queries.ts'
import { productDrawingPath } from './product-drawing.policy.ts'
import type { Product, ProductSort } from './product.contract.ts'

/** An absent condition matches all products; category id 0, which means an unknown category, matches none. */
export interface ProductFilter {
  categoryId?: number | undefined
  search?: string | undefined
  featured?: boolean
  specs?: SpecFilter | undefined
}

/** Up to this number, the products that match a specification filter are fetched by id. With more, a scan in list order finds a page quickly. */
const MAX_IDS = 1000

const SNIPPET_LENGTH = 60

type View = 'card' | 'full'

/** SQL expression for the specifications from which the drawing is generated; null if the product has a picture. */
const drawingSpecs = sql<string | null>`case when coalesce(p.image, '') = '' then p.technical_specs end`

/** Selects products. For cards, only the beginning of the description is read, and no other long text. */
const selectProducts = ({ db }: Context, view: View) =>
  db
    .selectFrom('products as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select([
      'p.id',
      'p.slug',
      'p.name',
      'p.price',
      'p.image',
      drawingSpecs.as('drawingSpecs'),
      'p.price_amount as priceAmount',
      'p.price_unit as priceUnit',
      'p.image_alt as imageAlt',
      'p.category_id as categoryId',
      'p.is_featured as isFeatured',
      'p.is_demo as isDemo',
      'p.average_rating as averageRating',
      'p.review_count as reviewCount',
      'p.score',
      'p.version',
      'c.name as categoryName',
      'c.slug as categorySlug',
      (view === 'full' ? sql<string>`p.description` : sql<string>`substr(p.description, 1, ${estimateSourceLength(SNIPPET_LENGTH)})`).as(
        'description',
      ),
      (view === 'full' ? sql<string | null>`p.features` : sql<string | null>`null`).as('features'),
      (view === 'full' ? sql<string | null>`p.technical_specs` : sql<string | null>`null`).as('technicalSpecs'),
    ])

/** Shortens a description for cards, to 60 characters and an ellipsis. */
export const toProductSnippet = (description: string): string => truncateText(toPlainText(description, SNIPPET_LENGTH), SNIPPET_LENGTH)

type Row = Awaited<ReturnType<ReturnType<typeof selectProducts>['executeTakeFirstOrThrow']>>

const toProduct = ({ drawingSpecs: technicalSpecs, ...row }: Row): Product => ({
  ...row,
  priceUnit: row.priceUnit as Product['priceUnit'],
  snippet: toProductSnippet(row.description),
  caveats: listCaveats(extractCaveats(row.description).keys),
  categoryName: row.categoryName ?? 'Uncategorized',
  categorySlug: row.categorySlug ?? 'uncategorized',
  drawing: row.image ? null : productDrawingPath({ name: row.name, categorySlug: row.categorySlug ?? '', technicalSpecs }),
})

export async function listProductRows(
  ctx: Context,
  filter: ProductFilter,
  sort: ProductSort,
  paging: Paging & { view: View },
): Promise<ListResult<Product>> {
  const { matchingIds, total: knownTotal } = await findMatching(ctx, filter)
  const rows = await SORT_COLUMNS[sort]
    .reduce(
      (query, [column, direction]) => query.orderBy(`p.${column}`, direction),
      selectProducts(ctx, paging.view).where('p.id', 'in', selectPageOfIds(ctx, filter, matchingIds, sort, paging)),
    )
    .execute()
  const total = knownTotal ?? (await countTotal(rows, paging, () => countProducts(ctx, filter)))
  return { items: rows.map(toProduct), total }
}

/**
 * Evaluates the search and the specification filter.
 * @returns `matchingIds` is absent if there is neither, or if more than `MAX_IDS` products match; `total` is the number of matches, if known
 */
async function findMatching(
  ctx: Context,
  { search, categoryId, specs }: ProductFilter,
): Promise<{ matchingIds?: number[]; total?: number }> {
  const searchedIds = search === undefined ? undefined : await findMatchingIds(ctx.db, 'products', search, { category_id: categoryId })
  if (!specs) return searchedIds ? { matchingIds: searchedIds, total: searchedIds.length } : {}
  const matchingIds = await listProductsMatchingSpecs(ctx, specs, MAX_IDS + 1, searchedIds)
  return matchingIds.length <= MAX_IDS
    ? { matchingIds, total: matchingIds.length }
    : { total: await countProductsMatchingSpecs(ctx, specs) }
}

type SortColumns = readonly (readonly [
  'average_rating' | 'score' | 'review_count' | 'price_low' | 'price_high' | 'name_key' | 'id',
  'asc' | 'desc',
])[]

const SORT_COLUMNS: Record<ProductSort, SortColumns> = {
  rating: [
    ['average_rating', 'desc'],
    ['review_count', 'desc'],
    ['id', 'asc'],
  ],
  score: [
    ['score', 'desc'],
    ['review_count', 'desc'],
    ['id', 'asc'],
  ],
  'price-low': [
    ['price_low', 'asc'],
    ['id', 'asc'],
  ],
  'price-high': [
    ['price_high', 'desc'],
    ['id', 'asc'],
  ],
  name: [
    ['name_key', 'asc'],
    ['id', 'asc'],
  ],
}

/** Selects the ids of one page. Earlier pages are skipped in the index, so only the rows of this page are read. */
function selectPageOfIds({ db }: Context, filter: ProductFilter, matchingIds: number[] | undefined, sort: ProductSort, paging: Paging) {
  const { offset, limit } = toOffsetLimit(paging)
  const { specs } = filter
  const query = applyFilter(db.selectFrom('products').select('id'), filter)
    .$if(matchingIds !== undefined, (q) => q.where(isOneOf(db, 'id', matchingIds ?? [])))
    .$if(matchingIds === undefined && specs !== undefined, (q) => q.where((eb) => (specs ? areSpecsWithin(eb, specs) : eb.lit(true))))
  return SORT_COLUMNS[sort]
    .reduce((ordered, [column, direction]) => ordered.orderBy(column, direction), query)
    .offset(offset)
    .limit(limit)
}

async function countProducts({ db }: Context, filter: ProductFilter): Promise<number> {
  const query = db.selectFrom('products').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await applyFilter(query, filter).executeTakeFirstOrThrow()).n
}

const applyFilter = <O>(query: SelectQueryBuilder<Tables, 'products', O>, { categoryId, featured }: ProductFilter) =>
  query
    .$if(categoryId !== undefined, (q) => q.where('category_id', '=', categoryId ?? 0))
    .$if(featured === true, (q) => q.where('is_featured', '=', true))

export async function findProductBySlug(ctx: Context, slug: string): Promise<Product | undefined> {
  const row = await selectProducts(ctx, 'full').where('p.slug', '=', slug).executeTakeFirst()
  return row && toProduct(row)
}

/** Counts the products in each category; categories without products are left out. */
export async function countProductsByCategory({ db }: Context): Promise<{ categoryId: number; count: number }[]> {
  const rows = await db
    .selectFrom('products')
    .select((eb) => ['category_id as categoryId', eb.fn.countAll<number>().as('count')])
    .where('category_id', 'is not', null)
    .groupBy('category_id')
    .orderBy('category_id')
    .execute()
  return rows.map(({ categoryId, count }) => ({ categoryId: Number(categoryId), count }))
}

/** Lists products in no particular order; unknown slugs are left out. */
export async function listProductsBySlug(ctx: Context, slugs: readonly string[]): Promise<Product[]> {
  const rows = await selectProducts(ctx, 'full')
    .where('p.slug', 'in', [...slugs])
    .execute()
  return rows.map(toProduct)
}

export async function findProductById(ctx: Context, id: number): Promise<Product | undefined> {
  const row = await selectProducts(ctx, 'full').where('p.id', '=', id).executeTakeFirst()
  return row && toProduct(row)
}

/** Adds to the rating sum and the review count, and recalculates the average; negative numbers subtract. */
export async function addToProductRating({ db }: Pick<Context, 'db'>, id: number, stars: number, reviews: number): Promise<void> {
  await db
    .updateTable('products')
    // The product's page shows the rating, so it counts as changed.
    .set((eb) => ({
      rating_sum: eb('rating_sum', '+', stars),
      review_count: eb('review_count', '+', reviews),
      changed_at: new Date().toISOString(),
    }))
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('products')
    .set((eb) => ({
      average_rating: eb
        .case()
        .when('review_count', '>', 0)
        .then(eb(eb.cast<number>('rating_sum', 'double precision'), '/', eb.ref('review_count')))
        .else(0)
        .end(),
    }))
    .where('id', '=', id)
    .execute()
}
