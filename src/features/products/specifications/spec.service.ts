/** Derives numeric specifications and price amounts from the texts of products, and lists them as filters. */
import { findCategoryId } from '#features/categories/category.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import * as queries from './spec.queries.ts'
import { findSpecByKey } from './spec-definitions.policy.ts'
import { parsePriceAmount, parsePriceUnit, toPriceColumns } from '#features/products/prices/price.policy.ts'
import type { ProductSpec } from './product-spec.contract.ts'
import { filterKeysOf, MAX_SPEC_VALUE, MAX_FILTERS } from '#features/products/product-filter.policy.ts'
import { parseSpecifications } from './specification.policy.ts'

/** Increment after every change of the parser of specifications and prices, so that all products are parsed again. */
const PARSER_VERSION = 4
/** Returns the stored version. It differs for euros, where `1.249` is another amount, so that a change of the currency parses products again. */
const getParserVersion = ({ site }: ParseContext): number => PARSER_VERSION * 2 + (site.settings.currency === 'eur' ? 1 : 0)
const BATCH_SIZE = 200

type ParseContext = Pick<Context, 'db'> & { site: { settings: Pick<Context['site']['settings'], 'currency'> } }

/** Parses and stores the specifications of a product. Call it in the transaction that writes the product. */
export async function saveProductSpecs(ctx: ParseContext, productId: number): Promise<void> {
  const source = await queries.findSpecSource(ctx, productId)
  if (source) await storeSpecs(ctx, source)
}

/** Runs as a job: parses products again after an update of the parser, an import, or a change of the currency. */
export async function refreshStaleSpecs(ctx: ParseContext): Promise<void> {
  for (;;) {
    const isDone = await ctx.db.transaction().execute(async (db) => {
      const stale = await queries.listProductsWithStaleSpecs({ db }, getParserVersion(ctx), BATCH_SIZE)
      for (const source of stale) await storeSpecs({ db, site: ctx.site }, source)
      return stale.length < BATCH_SIZE
    })
    if (isDone) return
  }
}

async function storeSpecs(ctx: ParseContext, source: queries.SpecSource): Promise<void> {
  const { price: _price, ...amounts } = toPriceColumns(source.price, ctx.site.settings.currency)
  await queries.replaceSpecs(ctx, source, toSpecValues(source, ctx.site.settings.currency), {
    ...amounts,
    figures_version: getParserVersion(ctx),
  })
}

function toSpecValues({ categorySlug, price, technicalSpecs }: queries.SpecSource, currency: string): Map<string, number> {
  const values = new Map<string, number>()
  if (categorySlug === null) return values
  const filterKeys = filterKeysOf(categorySlug)
  const add = (key: string | undefined, number: number | null | undefined) => {
    if (typeof number !== 'number' || Math.abs(number) >= MAX_SPEC_VALUE) return
    if (key && filterKeys.includes(key) && !values.has(key)) values.set(key, number)
  }
  add(PRICE_KEYS[parsePriceUnit(price, currency) ?? 'other'], parsePriceAmount(price, currency))
  for (const { key, comparable } of parseSpecifications(technicalSpecs, categorySlug)) add(key, comparable)
  return values
}

/** The keys differ by unit, because only prices for the same unit can be compared. */
const PRICE_KEYS: Partial<Record<string, string>> = { once: 'price', month: 'price_month', panel: 'price_panel' }
const PRICE_LABELS: Partial<Record<string, string>> = { price: 'Price', price_month: 'Price a month', price_panel: 'Price per panel' }

/** Lists the specifications by which the products of a category can be filtered: those in which they differ. */
export async function listProductSpecs(ctx: Context, category: string): Promise<ListResult<ProductSpec>> {
  const ranges = await queries.listSpecRanges(ctx, (await findCategoryId(ctx, category)) ?? 0)
  // Only one kind of price becomes a filter: the kind that most products have.
  const [price] = ranges.filter(({ key }) => PRICE_LABELS[key]).toSorted((a, b) => b.count - a.count)
  const items = filterKeysOf(category)
    .filter((key) => !PRICE_LABELS[key] || key === price?.key)
    .flatMap((key) => {
      const range = ranges.find((candidate) => candidate.key === key)
      const priceLabel = PRICE_LABELS[key]
      const definition = priceLabel ? { label: priceLabel, unit: null } : findSpecByKey(key, category)
      if (!definition || !range || range.min === range.max) return []
      const { label, unit = null } = definition
      return [{ key, label, unit, isPrice: Boolean(priceLabel), ...toSteps(range), count: range.count }]
    })
    .slice(0, MAX_FILTERS)
  return { items, total: items.length }
}

/** Divides a range into about a hundred steps of 1, 2 or 5 times a power of ten; both ends are multiples of the step. */
function toSteps({ min, max, hasFractions }: queries.SpecRange): { min: number; max: number; step: number } {
  const minStep = Math.max((max - min) / 100, hasFractions ? 0 : 1)
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step = power * ([1, 2, 5].find((digit) => digit * power >= minStep * 0.999) ?? 10)
  const removeRoundingError = (number: number) => Number(number.toPrecision(10))
  return {
    min: removeRoundingError(Math.floor(removeRoundingError(min / step)) * step),
    max: removeRoundingError(Math.ceil(removeRoundingError(max / step)) * step),
    step: removeRoundingError(step),
  }
}
