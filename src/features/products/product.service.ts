import { goneOrNotFound } from '#features/redirects/tombstone.service.ts'
import { resolveOldSlug } from '#features/redirects/old-slug.service.ts'
import { hasReferencePlaceholders } from '#features/figures/texts/figure-text.policy.ts'
import { withReferenceValues } from '#features/figures/figure.service.ts'
import { extractCaveats } from '#features/figures/caveats/caveat.policy.ts'
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

const CATEGORY_REQUIRED_MESSAGE = 'Choose a category to use these filters.'

type ViewOption = { view: 'card' | 'full' }

export async function listProducts(ctx: Context, query: ProductListQuery): Promise<ListResult<ListedProduct>> {
  const categoryId = await findCategoryId(ctx, query.category)
  const parameters: Record<string, unknown> = { ...query }
  const ranges = parseSpecRanges((name) => parameters[name])
  if (Object.keys(ranges).length > 0 && categoryId === undefined)
    throw badRequest(CATEGORY_REQUIRED_MESSAGE, [{ path: 'category', message: CATEGORY_REQUIRED_MESSAGE }])
  const specs = categoryId === undefined || Object.keys(ranges).length === 0 ? undefined : { categoryId, ranges }
  return toView(ctx, await queries.listProductRows(ctx, { categoryId, search: query.search, specs }, query.sort, query), query)
}

export const listFeaturedProducts = async (ctx: Context, query: Paging & ViewOption): Promise<ListResult<ListedProduct>> =>
  toView(ctx, await queries.listProductRows(ctx, { featured: true }, 'rating', query), query)

export const listProductsOfCategory = async (
  ctx: Context,
  categoryId: number,
  query: Paging & ViewOption,
): Promise<ListResult<ListedProduct>> => toView(ctx, await queries.listProductRows(ctx, { categoryId }, 'score', query), query)

export async function countProducts(ctx: Context): Promise<ListResult<{ categoryId: number; count: number }>> {
  const items = await queries.countProductsByCategory(ctx)
  return { items, total: items.length }
}

/** Lists the products of a comparison in the requested order; unknown products are left out. */
export async function compareProducts(ctx: Context, slugs: readonly string[]): Promise<ListResult<ComparedProduct>> {
  const products = await queries.listProductsBySlug(ctx, slugs)
  const items: ComparedProduct[] = []
  for (const asked of slugs) {
    const product = products.find(({ slug }) => slug === asked) ?? (await findByOldSlug(ctx, asked))
    if (product && !items.some(({ id }) => id === product.id)) items.push({ ...(await replacePlaceholders(ctx, product)), asked })
  }
  return { items, total: items.length }
}

/** Returns a product by its slug or by a former slug; for a former one, the `slug` of the result differs. */
export async function getProduct(ctx: Context, slug: string): Promise<Product> {
  const product = (await queries.findProductBySlug(ctx, slug)) ?? (await findByOldSlug(ctx, slug))
  if (!product) throw await goneOrNotFound(ctx, 'product', slug)
  if (product.slug !== slug) ctx.headers?.set('content-location', `/api/products/${product.slug}`)
  return replacePlaceholders(ctx, product)
}

async function findByOldSlug(ctx: Context, oldSlug: string): Promise<Product | undefined> {
  const id = await resolveOldSlug(ctx, 'product', oldSlug)
  return id === undefined ? undefined : queries.findProductById(ctx, id)
}

/**
 * Returns the product that a form refers to.
 * @throws AppError 400 with an error for the field `productId` if it does not exist
 */
export async function getProductById(ctx: Context, id: number): Promise<Product> {
  const product = await queries.findProductById(ctx, id)
  if (!product) throw badRequest('No such product.', [{ path: 'productId', message: 'No such product.' }])
  return product
}

/** Adds a review's stars to the product's rating. Call this and the next two functions in the transaction that writes the review. */
export const addProductRating = (ctx: Pick<Context, 'db'>, id: number, rating: number): Promise<void> => changeRating(ctx, id, rating, 1)

/** Subtracts a review's stars from the product's rating. */
export const removeProductRating = (ctx: Pick<Context, 'db'>, id: number, rating: number): Promise<void> =>
  changeRating(ctx, id, -rating, -1)

/** Replaces a review's stars in the product's rating. */
export const changeProductRating = (ctx: Pick<Context, 'db'>, id: number, oldRating: number, newRating: number): Promise<void> =>
  changeRating(ctx, id, newRating - oldRating, 0)

async function changeRating(ctx: Pick<Context, 'db'>, id: number, stars: number, reviews: number): Promise<void> {
  await queries.addToProductRating(ctx, id, stars, reviews)
  await updateProductScore(ctx, id)
}

async function toView(ctx: Context, { items, total }: ListResult<Product>, { view }: ViewOption): Promise<ListResult<ListedProduct>> {
  // The back office edits the texts from this list, so the placeholders for reference values stay.
  if (view === 'full' && isAuthorizedAdmin(ctx)) return { items, total }
  const products = await Promise.all(items.map((item) => replacePlaceholders(ctx, item)))
  if (view === 'full') return { items: products, total }
  return { total, items: products.map(({ description: _d, features: _f, technicalSpecs: _t, caveats: _c, version: _v, ...card }) => card) }
}

/** Replaces the placeholders in a product's texts by reference values, without links to their sources. */
async function replacePlaceholders(ctx: Context, product: Product): Promise<Product> {
  const { features, technicalSpecs } = product
  if (![product.description, features ?? '', technicalSpecs ?? ''].some(hasReferencePlaceholders)) return product
  // The caveats are in a separate property, so that pages can show them as boxes.
  const description = await withReferenceValues(ctx, extractCaveats(product.description).text, true)
  return {
    ...product,
    description,
    snippet: queries.toProductSnippet(description),
    features: features && (await withReferenceValues(ctx, features, true)),
    technicalSpecs: technicalSpecs && (await withReferenceValues(ctx, technicalSpecs, true)),
  }
}
