import { findMatchingIds } from '#db/search-index.ts'
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
  const { offset, limit } = rowsOf(paging)
  const [rows, total] = await Promise.all([
    ordered(select(ctx), sort)
      .$if(filter.search !== undefined, (q) => q.where('p.id', 'in', matching(ctx, filter)))
      .$if(filter.search === undefined && filter.categoryId !== undefined, (q) => q.where('p.category_id', '=', filter.categoryId ?? 0))
      .$if(filter.featured === true, (q) => q.where('p.is_featured', '=', true))
      .offset(offset)
      .limit(limit)
      .execute(),
    count(ctx, filter),
  ])
  return { items: rows.map(toProduct), total }
}

function ordered(query: ReturnType<typeof select>, sort: ProductSort) {
  if (sort === 'price-low') return query.orderBy('p.price_low').orderBy('p.id')
  if (sort === 'price-high') return query.orderBy('p.price_high', 'desc').orderBy('p.id')
  if (sort === 'name') return query.orderBy('p.name_key').orderBy('p.id')
  return query.orderBy('p.average_rating', 'desc').orderBy('p.review_count', 'desc').orderBy('p.id')
}

async function count(ctx: Context, filter: Filter): Promise<number> {
  const { n } = await (filter.search === undefined
    ? ctx.db
        .selectFrom('products')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .$if(filter.categoryId !== undefined, (q) => q.where('category_id', '=', filter.categoryId ?? 0))
        .$if(filter.featured === true, (q) => q.where('is_featured', '=', true))
        .executeTakeFirstOrThrow()
    : ctx.db
        .selectFrom(matching(ctx, filter).as('matching'))
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow())
  return n
}

const matching = (ctx: Context, filter: Filter) =>
  findMatchingIds(ctx.db, 'products', filter.search ?? '').$if(filter.categoryId !== undefined, (q) =>
    q.where('found.category_id', '=', filter.categoryId ?? 0),
  )

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
