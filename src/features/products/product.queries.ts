import { sql, type SelectQueryBuilder } from 'kysely'
import { findMatchingIds, isOneOf } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
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

/** Absent conditions match all products. A category id of 0 matches none. */
export interface ProductFilter {
  categoryId?: number | undefined
  search?: string | undefined
  featured?: boolean
  specs?: SpecFilter | undefined
}

/** Up to this many matches of a specification filter are fetched by id; with more, a scan in list order finds a page quickly. */
const MAX_IDS = 1000

const SNIPPET = 60

type View = 'card' | 'full'

/** Specifications for the generated drawing; null if there is a picture. */
const drawnFrom = sql<string | null>`case when coalesce(p.image, '') = '' then p.technical_specs end`

/** Cards read only the beginning of the description, and no other long texts. */
const select = ({ db }: Context, view: View) =>
  db
    .selectFrom('products as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select([
      'p.id',
      'p.slug',
      'p.name',
      'p.price',
      'p.image',
      drawnFrom.as('drawnFrom'),
      'p.price_amount as priceAmount',
      'p.price_unit as priceUnit',
      'p.image_alt as imageAlt',
      'p.category_id as categoryId',
      'p.is_featured as isFeatured',
      'p.average_rating as averageRating',
      'p.review_count as reviewCount',
      'p.score',
      'p.version',
      'c.name as categoryName',
      'c.slug as categorySlug',
      (view === 'full' ? sql<string>`p.description` : sql<string>`substr(p.description, 1, ${estimateSourceLength(SNIPPET)})`).as(
        'description',
      ),
      (view === 'full' ? sql<string | null>`p.features` : sql<string | null>`null`).as('features'),
      (view === 'full' ? sql<string | null>`p.technical_specs` : sql<string | null>`null`).as('technicalSpecs'),
    ])

/** The description shortened for cards. */
export const toProductSnippet = (description: string): string => truncateText(toPlainText(description, SNIPPET), SNIPPET)

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const toProduct = ({ drawnFrom: technicalSpecs, ...row }: Row): Product => ({
  ...row,
  priceUnit: row.priceUnit as Product['priceUnit'],
  snippet: toProductSnippet(row.description),
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
  const { found, total: known } = await findMatching(ctx, filter)
  const rows = await ORDER[sort]
    .reduce(
      (query, [column, direction]) => query.orderBy(`p.${column}`, direction),
      select(ctx, paging.view).where('p.id', 'in', pageOfIds(ctx, filter, found, sort, paging)),
    )
    .execute()
  const total = known ?? (await countTotal(rows, paging, () => count(ctx, filter)))
  return { items: rows.map(toProduct), total }
}

/**
 * Evaluates search and specification filter.
 * @returns `found`: matching ids, absent without conditions or with more than `MAX_IDS`; `total`: number of matches, if known
 */
async function findMatching(ctx: Context, { search, categoryId, specs }: ProductFilter): Promise<{ found?: number[]; total?: number }> {
  const byWords = search === undefined ? undefined : await findMatchingIds(ctx.db, 'products', search, { category_id: categoryId })
  if (!specs) return byWords ? { found: byWords, total: byWords.length } : {}
  const found = await listProductsMatchingSpecs(ctx, specs, MAX_IDS + 1, byWords)
  return found.length <= MAX_IDS ? { found, total: found.length } : { total: await countProductsMatchingSpecs(ctx, specs) }
}

type Order = readonly (readonly [
  'average_rating' | 'score' | 'review_count' | 'price_low' | 'price_high' | 'name_key' | 'id',
  'asc' | 'desc',
])[]

const ORDER: Record<ProductSort, Order> = {
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

/** Earlier pages are skipped in the index; only the rows of this page are read. */
function pageOfIds({ db }: Context, filter: ProductFilter, found: number[] | undefined, sort: ProductSort, paging: Paging) {
  const { offset, limit } = toOffsetLimit(paging)
  const { specs } = filter
  const query = filtered(db.selectFrom('products').select('id'), filter)
    .$if(found !== undefined, (q) => q.where(isOneOf(db, 'id', found ?? [])))
    .$if(found === undefined && specs !== undefined, (q) => q.where((eb) => (specs ? areSpecsWithin(eb, specs) : eb.lit(true))))
  return ORDER[sort]
    .reduce((ordered, [column, direction]) => ordered.orderBy(column, direction), query)
    .offset(offset)
    .limit(limit)
}

async function count({ db }: Context, filter: ProductFilter): Promise<number> {
  const query = db.selectFrom('products').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await filtered(query, filter).executeTakeFirstOrThrow()).n
}

const filtered = <O>(query: SelectQueryBuilder<Tables, 'products', O>, { categoryId, featured }: ProductFilter) =>
  query
    .$if(categoryId !== undefined, (q) => q.where('category_id', '=', categoryId ?? 0))
    .$if(featured === true, (q) => q.where('is_featured', '=', true))

export async function findProductBySlug(ctx: Context, slug: string): Promise<Product | undefined> {
  const row = await select(ctx, 'full').where('p.slug', '=', slug).executeTakeFirst()
  return row && toProduct(row)
}

/** Categories without products are absent. */
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

/** In no particular order. */
export async function listProductsBySlug(ctx: Context, slugs: readonly string[]): Promise<Product[]> {
  const rows = await select(ctx, 'full')
    .where('p.slug', 'in', [...slugs])
    .execute()
  return rows.map(toProduct)
}

export async function findProductById(ctx: Context, id: number): Promise<Product | undefined> {
  const row = await select(ctx, 'full').where('p.id', '=', id).executeTakeFirst()
  return row && toProduct(row)
}

/** Adds to the rating sum and the review count; negative numbers subtract. */
export async function addToProductRating({ db }: Pick<Context, 'db'>, id: number, stars: number, reviews: number): Promise<void> {
  await db
    .updateTable('products')
    // The product's page changes, too.
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
