import type { SelectQueryBuilder } from 'kysely'
import { findMatchingIds, isOneOf } from '#db/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'
import { rowsOf, type Listed, type Paging } from '#platform/endpoint.ts'
import { cut, toPlainText } from '#platform/markdown.ts'
import type { Product, ProductSort } from './product.contract.ts'

/** Which products; absent means all. A category id of 0 matches none. */
export interface Filter {
  categoryId?: number | undefined
  search?: string | undefined
  featured?: boolean
}

const SNIPPET = 60

const select = ({ db }: Context) =>
  db
    .selectFrom('products as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select([
      'p.id',
      'p.slug',
      'p.name',
      'p.price',
      'p.image',
      'p.description',
      'p.features',
      'p.price_amount as priceAmount',
      'p.price_unit as priceUnit',
      'p.image_alt as imageAlt',
      'p.category_id as categoryId',
      'p.is_featured as isFeatured',
      'p.average_rating as averageRating',
      'p.review_count as reviewCount',
      'p.technical_specs as technicalSpecs',
      'c.name as categoryName',
      'c.slug as categorySlug',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const toProduct = (row: Row): Product => ({
  ...row,
  priceUnit: row.priceUnit as Product['priceUnit'],
  snippet: cut(toPlainText(row.description, SNIPPET), SNIPPET),
  categoryName: row.categoryName ?? 'Uncategorized',
  categorySlug: row.categorySlug ?? 'uncategorized',
})

export async function list(ctx: Context, filter: Filter, sort: ProductSort, paging: Paging): Promise<Listed<Product>> {
  const found =
    filter.search === undefined ? undefined : await findMatchingIds(ctx.db, 'products', filter.search, { category_id: filter.categoryId })
  const [rows, total] = await Promise.all([
    ORDER[sort]
      .reduce(
        (query, [column, direction]) => query.orderBy(`p.${column}`, direction),
        select(ctx).where('p.id', 'in', pageOfIds(ctx, filter, found, sort, paging)),
      )
      .execute(),
    found?.length ?? count(ctx, filter),
  ])
  return { items: rows.map(toProduct), total }
}

type Order = readonly (readonly ['average_rating' | 'review_count' | 'price_low' | 'price_high' | 'name_key' | 'id', 'asc' | 'desc'])[]

const ORDER: Record<ProductSort, Order> = {
  rating: [
    ['average_rating', 'desc'],
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

/** Skipping earlier pages happens on the index alone; only this page's rows are read. */
function pageOfIds({ db }: Context, filter: Filter, found: number[] | undefined, sort: ProductSort, paging: Paging) {
  const { offset, limit } = rowsOf(paging)
  const query = narrowed(db.selectFrom('products').select('id'), filter).$if(found !== undefined, (q) =>
    q.where(isOneOf(db, 'id', found ?? [])),
  )
  return ORDER[sort]
    .reduce((ordered, [column, direction]) => ordered.orderBy(column, direction), query)
    .offset(offset)
    .limit(limit)
}

async function count({ db }: Context, filter: Filter): Promise<number> {
  const query = db.selectFrom('products').select((eb) => eb.fn.countAll<number>().as('n'))
  return (await narrowed(query, filter).executeTakeFirstOrThrow()).n
}

const narrowed = <O>(query: SelectQueryBuilder<Tables, 'products', O>, { categoryId, featured }: Filter) =>
  query
    .$if(categoryId !== undefined, (q) => q.where('category_id', '=', categoryId ?? 0))
    .$if(featured === true, (q) => q.where('is_featured', '=', true))

export async function findBySlug(ctx: Context, slug: string): Promise<Product | undefined> {
  const row = await select(ctx).where('p.slug', '=', slug).executeTakeFirst()
  return row && toProduct(row)
}

export async function findById(ctx: Context, id: number): Promise<Product | undefined> {
  const row = await select(ctx).where('p.id', '=', id).executeTakeFirst()
  return row && toProduct(row)
}

/** Adds one review's stars to what the product shows. Run it in the transaction that stores the review. */
export async function addRating({ db }: Pick<Context, 'db'>, id: number, rating: number): Promise<void> {
  await db
    .updateTable('products')
    .set((eb) => ({
      rating_sum: eb('rating_sum', '+', rating),
      review_count: eb('review_count', '+', 1),
      average_rating: eb(eb.cast<number>(eb('rating_sum', '+', rating), 'double precision'), '/', eb.parens(eb('review_count', '+', 1))),
    }))
    .where('id', '=', id)
    .execute()
}
