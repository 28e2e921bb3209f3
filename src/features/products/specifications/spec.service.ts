/** Keeps the figures and amounts of products in step with their price and specification. */
import { findCategoryId } from '#features/categories/category.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import * as queries from './spec.queries.ts'
import { findSpecByKey } from './spec-definitions.policy.ts'
import { parsePriceAmount, parsePriceUnit, toPriceColumns } from '#features/products/prices/price.policy.ts'
import type { ProductSpec } from './product-spec.contract.ts'
import { filterKeysOf, MAX_SPEC_VALUE, MAX_FILTERS } from '#features/products/product-filter.policy.ts'
import { parseSpecifications } from './specification.policy.ts'

/** Raised with each change of how specifications and prices are read: all products are read again then. */
const READER = 4
/** Another one for euros, as `1.249` is another amount in these: products are read again after a change of the currency, too. */
const readerVersionOf = ({ site }: ReadContext): number => READER * 2 + (site.settings.currency === 'eur' ? 1 : 0)
const SLICE = 200

type ReadContext = Pick<Context, 'db'> & { site: { settings: Pick<Context['site']['settings'], 'currency'> } }

/** Run it in the transaction that writes the product. */
export async function saveProductSpecs(ctx: ReadContext, productId: number): Promise<void> {
  const source = await queries.findSpecSource(ctx, productId)
  if (source) await storeFigures(ctx, source)
}

/** The job: reads the products that no reader, or another one, has read: they came with an update or an archive, or the currency has changed. */
export async function refreshStaleSpecs(ctx: ReadContext): Promise<void> {
  for (;;) {
    const isDone = await ctx.db.transaction().execute(async (db) => {
      const unread = await queries.listProductsWithStaleSpecs({ db }, readerVersionOf(ctx), SLICE)
      for (const source of unread) await storeFigures({ db, site: ctx.site }, source)
      return unread.length < SLICE
    })
    if (isDone) return
  }
}

async function storeFigures(ctx: ReadContext, source: queries.SpecSource): Promise<void> {
  const { price: _unchanged, ...amounts } = toPriceColumns(source.price, ctx.site.settings.currency)
  await queries.replaceSpecs(ctx, source, figuresOf(source, ctx.site.settings.currency), {
    ...amounts,
    figures_version: readerVersionOf(ctx),
  })
}

function figuresOf({ categorySlug, price, technicalSpecs }: queries.SpecSource, currency: string): Map<string, number> {
  const figures = new Map<string, number>()
  if (categorySlug === null) return figures
  const wanted = filterKeysOf(categorySlug)
  const add = (key: string | undefined, number: number | null | undefined) => {
    if (typeof number !== 'number' || Math.abs(number) >= MAX_SPEC_VALUE) return
    if (key && wanted.includes(key) && !figures.has(key)) figures.set(key, number)
  }
  add(PRICE_KEYS[parsePriceUnit(price, currency) ?? 'other'], parsePriceAmount(price, currency))
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
