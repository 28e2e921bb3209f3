import { goneOrNotFound } from '#features/redirects/tombstone.service.ts'
import { resolveOldSlug } from '#features/redirects/old-slug.service.ts'
import { hasFigures } from '#features/figures/texts/figure-text.policy.ts'
import { withFigures } from '#features/figures/figure.service.ts'
import { findCategoryId } from '#features/categories/category.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { isAuthorizedAdmin } from '#platform/contract/route.ts'
import { badRequest } from '#platform/contract/errors.ts'
import type { ComparedProduct } from '#features/products/specifications/product-spec.contract.ts'
import { updateProductScore } from '#features/products/scores/score.service.ts'
import { parseSpecRanges } from './product-filter.policy.ts'
import type { ListedProduct, Product, ProductListQuery } from './product.contract.ts'
import * as queries from './product.queries.ts'

const NO_CATEGORY = 'Name the category whose figures these are.'

type View = { view: 'card' | 'full' }

export async function listProducts(ctx: Context, query: ProductListQuery): Promise<ListResult<ListedProduct>> {
  const categoryId = await findCategoryId(ctx, query.category)
  const given: Record<string, unknown> = { ...query }
  const ranges = parseSpecRanges((name) => given[name])
  if (Object.keys(ranges).length > 0 && categoryId === undefined)
    throw badRequest(NO_CATEGORY, [{ path: 'category', message: NO_CATEGORY }])
  const figures = categoryId === undefined || Object.keys(ranges).length === 0 ? undefined : { categoryId, ranges }
  return asAsked(ctx, await queries.listProductRows(ctx, { categoryId, search: query.search, figures }, query.sort, query), query)
}

export const listFeaturedProducts = async (ctx: Context, query: Paging & View): Promise<ListResult<ListedProduct>> =>
  asAsked(ctx, await queries.listProductRows(ctx, { featured: true }, 'rating', query), query)

export const listProductsOfCategory = async (ctx: Context, categoryId: number, query: Paging & View): Promise<ListResult<ListedProduct>> =>
  asAsked(ctx, await queries.listProductRows(ctx, { categoryId }, 'score', query), query)

export async function countProducts(ctx: Context): Promise<ListResult<{ categoryId: number; count: number }>> {
  const items = await queries.countProductsByCategory(ctx)
  return { items, total: items.length }
}

/** Side by side, in the order they were asked for. One that does not exist is left out. */
export async function compareProducts(ctx: Context, slugs: readonly string[]): Promise<ListResult<ComparedProduct>> {
  const found = await queries.listProductsBySlug(ctx, slugs)
  const items: ComparedProduct[] = []
  for (const asked of slugs) {
    const product = found.find(({ slug }) => slug === asked) ?? (await findMoved(ctx, asked))
    if (product && !items.some(({ id }) => id === product.id)) items.push({ ...(await withFiguresIn(ctx, product)), asked })
  }
  return { items, total: items.length }
}

/** By slug, or by one it had before: then the answer's own slug is another. */
export async function getProduct(ctx: Context, slug: string): Promise<Product> {
  const product = (await queries.findProductBySlug(ctx, slug)) ?? (await findMoved(ctx, slug))
  if (!product) throw await goneOrNotFound(ctx, 'product', slug)
  if (product.slug !== slug) ctx.headers?.set('content-location', `/api/products/${product.slug}`)
  return withFiguresIn(ctx, product)
}

async function findMoved(ctx: Context, oldSlug: string): Promise<Product | undefined> {
  const id = await resolveOldSlug(ctx, 'product', oldSlug)
  return id === undefined ? undefined : queries.findProductById(ctx, id)
}

/** The product a form refers to. @throws AppError 400 naming `productId` when there is none */
export async function getProductById(ctx: Context, id: number): Promise<Product> {
  const product = await queries.findProductById(ctx, id)
  if (!product) throw badRequest('No such product.', [{ path: 'productId', message: 'No such product.' }])
  return product
}

/** Adds one review's stars to what the product shows. Run it in the transaction that stores the review, as the two below. */
export const addProductRating = (ctx: Pick<Context, 'db'>, id: number, rating: number): Promise<void> => changeRating(ctx, id, rating, 1)

/** Takes one review's stars away again. */
export const removeProductRating = (ctx: Pick<Context, 'db'>, id: number, rating: number): Promise<void> =>
  changeRating(ctx, id, -rating, -1)

/** A review has other stars now. */
export const changeProductRating = (ctx: Pick<Context, 'db'>, id: number, from: number, to: number): Promise<void> =>
  changeRating(ctx, id, to - from, 0)

async function changeRating(ctx: Pick<Context, 'db'>, id: number, stars: number, reviews: number): Promise<void> {
  await queries.addToProductRating(ctx, id, stars, reviews)
  await updateProductScore(ctx, id)
}

async function asAsked(ctx: Context, { items, total }: ListResult<Product>, { view }: View): Promise<ListResult<ListedProduct>> {
  // The back-office edits what this list says: its texts keep their keys.
  if (view === 'full' && isAuthorizedAdmin(ctx)) return { items, total }
  const products = await Promise.all(items.map((item) => withFiguresIn(ctx, item)))
  if (view === 'full') return { items: products, total }
  return { total, items: products.map(({ description: _d, features: _f, technicalSpecs: _t, version: _v, ...card }) => card) }
}

/** Readers get the figures themselves. These texts have no links. */
async function withFiguresIn(ctx: Context, product: Product): Promise<Product> {
  const { features, technicalSpecs } = product
  if (![product.description, features ?? '', technicalSpecs ?? ''].some(hasFigures)) return product
  const description = await withFigures(ctx, product.description, true)
  return {
    ...product,
    description,
    snippet: queries.snippetOfProduct(description),
    features: features && (await withFigures(ctx, features, true)),
    technicalSpecs: technicalSpecs && (await withFigures(ctx, technicalSpecs, true)),
  }
}
