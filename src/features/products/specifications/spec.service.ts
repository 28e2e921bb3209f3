/** Keeps the figures of products true to what their price and specification say. */
import { findCategoryId } from '#features/categories/category.service.ts'
import type { Context } from '#platform/context.ts'
import type { ListResult } from '#platform/endpoint.ts'
import * as queries from './spec.queries.ts'
import { findSpecByKey } from './spec-definitions.policy.ts'
import { parsePriceAmount, parsePriceUnit } from '#features/products/prices/price.policy.ts'
import type { ProductSpec } from './product-spec.contract.ts'
import { filterKeysOf, MAX_SPEC_VALUE, MAX_FILTERS } from '#features/products/product-filter.policy.ts'
import { parseSpecifications } from './specification.policy.ts'

/** One more whenever the reader learns something: then all products are read anew. */
const READER = 3
const SLICE = 200

type Db = Pick<Context, 'db'>

/** Run it in the transaction that writes the product. */
export async function saveProductSpecs(ctx: Db, productId: number): Promise<void> {
  const source = await queries.findSpecSource(ctx, productId)
  if (source) await keep(ctx, source)
}

/** The job: reads the products that no reader, or an older one, has read. They came with an update or an archive. */
export async function refreshStaleSpecs(ctx: Db): Promise<void> {
  for (;;) {
    const isDone = await ctx.db.transaction().execute(async (db) => {
      const unread = await queries.listProductsWithStaleSpecs({ db }, READER, SLICE)
      for (const source of unread) await keep({ db }, source)
      return unread.length < SLICE
    })
    if (isDone) return
  }
}

const keep = (ctx: Db, source: queries.SpecSource): Promise<void> =>
  queries.replaceSpecs(ctx, source.id, source.categoryId, figuresOf(source), READER)

function figuresOf({ categorySlug, price, technicalSpecs }: queries.SpecSource): Map<string, number> {
  const figures = new Map<string, number>()
  if (categorySlug === null) return figures
  const wanted = filterKeysOf(categorySlug)
  const add = (key: string | undefined, number: number | null | undefined) => {
    if (typeof number !== 'number' || Math.abs(number) >= MAX_SPEC_VALUE) return
    if (key && wanted.includes(key) && !figures.has(key)) figures.set(key, number)
  }
  add(PRICE_KEYS[parsePriceUnit(price) ?? 'other'], parsePriceAmount(price))
  for (const { key, comparable } of parseSpecifications(technicalSpecs, categorySlug)) add(key, comparable)
  return figures
}

/** What a price buys must be the same for all that are compared. */
const PRICE_KEYS: Partial<Record<string, string>> = { once: 'price', month: 'price_month', panel: 'price_panel' }
const PRICE_LABELS: Partial<Record<string, string>> = { price: 'Price', price_month: 'Price a month', price_panel: 'Price per panel' }

/** The figures by which the products of a category can be narrowed: those in which they differ. */
export async function listProductSpecs(ctx: Context, category: string): Promise<ListResult<ProductSpec>> {
  const spans = await queries.listSpecRanges(ctx, (await findCategoryId(ctx, category)) ?? 0)
  // Prices of one kind are enough: of that which most products have.
  const [price] = spans.filter(({ key }) => PRICE_LABELS[key]).toSorted((a, b) => b.count - a.count)
  const items = filterKeysOf(category)
    .filter((key) => !PRICE_LABELS[key] || key === price?.key)
    .flatMap((key) => {
      const span = spans.find((one) => one.key === key)
      const priceLabel = PRICE_LABELS[key]
      const figure = priceLabel ? { label: priceLabel, unit: null } : findSpecByKey(key, category)
      if (!figure || !span || span.min === span.max) return []
      return [{ key, label: figure.label, unit: figure.unit ?? null, isPrice: Boolean(priceLabel), ...stepsOf(span), count: span.count }]
    })
    .slice(0, MAX_FILTERS)
  return { items, total: items.length }
}

/** About a hundred steps of 1, 2 or 5, with ends that lie on one. */
function stepsOf({ min, max, hasFractions }: queries.SpecRange): { min: number; max: number; step: number } {
  const rough = Math.max((max - min) / 100, hasFractions ? 0 : 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((digit) => digit * power >= rough * 0.999) ?? 10)
  const clean = (number: number) => Number(number.toPrecision(10))
  return { min: clean(Math.floor(clean(min / step)) * step), max: clean(Math.ceil(clean(max / step)) * step), step: clean(step) }
}
