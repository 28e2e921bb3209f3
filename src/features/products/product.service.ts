import { missing } from '#features/addresses/gone.service.ts'
import { findByOldAddress } from '#features/addresses/old-slug.service.ts'
import { findCategoryId } from '#features/categories/category.service.ts'
import type { Context } from '#platform/context.ts'
import type { Listed, Paging } from '#platform/endpoint.ts'
import { badInput } from '#platform/errors.ts'
import type { ComparedProduct } from './product-figure.contract.ts'
import { rangesOf } from './product-filter.policy.ts'
import type { ListedProduct, Product, ProductListQuery } from './product.contract.ts'
import * as queries from './product.queries.ts'

const NO_CATEGORY = 'Name the category whose figures these are.'

type View = { view: 'card' | 'full' }

export async function listProducts(ctx: Context, query: ProductListQuery): Promise<Listed<ListedProduct>> {
  const categoryId = await findCategoryId(ctx, query.category)
  const ranges = rangesOf((name) => (query as Record<string, unknown>)[name])
  if (Object.keys(ranges).length > 0 && categoryId === undefined) throw badInput(NO_CATEGORY, [{ path: 'category', message: NO_CATEGORY }])
  const figures = categoryId === undefined || Object.keys(ranges).length === 0 ? undefined : { categoryId, ranges }
  return asAsked(await queries.list(ctx, { categoryId, search: query.search, figures }, query.sort, query), query)
}

export const listFeaturedProducts = async (ctx: Context, query: Paging & View): Promise<Listed<ListedProduct>> =>
  asAsked(await queries.list(ctx, { featured: true }, 'rating', query), query)

export const listProductsOfCategory = async (ctx: Context, categoryId: number, query: Paging & View): Promise<Listed<ListedProduct>> =>
  asAsked(await queries.list(ctx, { categoryId }, 'rating', query), query)

export async function countProducts(ctx: Context): Promise<Listed<{ categoryId: number; count: number }>> {
  const items = await queries.countByCategory(ctx)
  return { items, total: items.length }
}

/** Side by side, in the order they were asked for. One that does not exist is left out. */
export async function compareProducts(ctx: Context, slugs: readonly string[]): Promise<Listed<ComparedProduct>> {
  const found = await queries.listBySlug(ctx, slugs)
  const items: ComparedProduct[] = []
  for (const asked of slugs) {
    const product = found.find(({ slug }) => slug === asked) ?? (await findMoved(ctx, asked))
    if (product && !items.some(({ id }) => id === product.id)) items.push({ ...product, asked })
  }
  return { items, total: items.length }
}

/** By slug, or by one it had before: then the answer's own slug is another. */
export async function getProduct(ctx: Context, slug: string): Promise<Product> {
  const product = (await queries.findBySlug(ctx, slug)) ?? (await findMoved(ctx, slug))
  if (!product) throw await missing(ctx, 'product', slug)
  if (product.slug !== slug) ctx.headers?.set('content-location', `/api/products/${product.slug}`)
  return product
}

async function findMoved(ctx: Context, oldSlug: string): Promise<Product | undefined> {
  const id = await findByOldAddress(ctx, 'product', oldSlug)
  return id === undefined ? undefined : queries.findById(ctx, id)
}

/** The product a form refers to. @throws AppError 400 naming `productId` when there is none */
export async function getProductById(ctx: Context, id: number): Promise<Product> {
  const product = await queries.findById(ctx, id)
  if (!product) throw badInput('No such product.', [{ path: 'productId', message: 'No such product.' }])
  return product
}

export const addRating = queries.addRating
export const removeRating = queries.removeRating

function asAsked({ items, total }: Listed<Product>, { view }: View): Listed<ListedProduct> {
  if (view === 'full') return { items, total }
  return { total, items: items.map(({ description: _d, features: _f, technicalSpecs: _t, ...card }) => card) }
}
