/** Keeps the figures of products true to what their price and specification say. */
import { findCategoryId } from '#features/categories/category.service.ts'
import type { Context } from '#platform/context.ts'
import type { Listed } from '#platform/endpoint.ts'
import * as queries from './figure.queries.ts'
import { figureOfKey } from './figures.policy.ts'
import { priceAmount, priceUnit } from './price.policy.ts'
import type { ProductFigure } from './product-figure.contract.ts'
import { filterKeysOf, LARGEST_FIGURE, MOST_FILTERS } from './product-filter.policy.ts'
import { readSpecifications } from './specification.policy.ts'

/** One more whenever the reader learns something: then all products are read anew. */
const READER = 2
const SLICE = 200

type Db = Pick<Context, 'db'>

/** Run it in the transaction that writes the product. */
export async function keepFigures(ctx: Db, productId: number): Promise<void> {
  const source = await queries.findSource(ctx, productId)
  if (source) await keep(ctx, source)
}

/** The job: reads the products that no reader, or an older one, has read. They came with an update or an archive. */
export async function readFigures(ctx: Db): Promise<void> {
  for (;;) {
    const isDone = await ctx.db.transaction().execute(async (db) => {
      const unread = await queries.listUnread({ db }, READER, SLICE)
      for (const source of unread) await keep({ db }, source)
      return unread.length < SLICE
    })
    if (isDone) return
  }
}

const keep = (ctx: Db, source: queries.FigureSource): Promise<void> =>
  queries.replace(ctx, source.id, source.categoryId, figuresOf(source), READER)

function figuresOf({ categorySlug, price, technicalSpecs }: queries.FigureSource): Map<string, number> {
  const figures = new Map<string, number>()
  if (categorySlug === null) return figures
  const wanted = filterKeysOf(categorySlug)
  const add = (key: string | undefined, number: number | null | undefined) => {
    if (typeof number !== 'number' || Math.abs(number) >= LARGEST_FIGURE) return
    if (key && wanted.includes(key) && !figures.has(key)) figures.set(key, number)
  }
  add(PRICE_KEYS[priceUnit(price) ?? 'other'], priceAmount(price))
  for (const { key, comparable } of readSpecifications(technicalSpecs, categorySlug)) add(key, comparable)
  return figures
}

/** What a price buys must be the same for all that are compared. */
const PRICE_KEYS: Partial<Record<string, string>> = { once: 'price', month: 'price_month', panel: 'price_panel' }
const PRICE_LABELS: Partial<Record<string, string>> = { price: 'Price', price_month: 'Price a month', price_panel: 'Price per panel' }

/** The figures by which the products of a category can be narrowed: those in which they differ. */
export async function listFigures(ctx: Context, category: string): Promise<Listed<ProductFigure>> {
  const spans = await queries.listSpans(ctx, (await findCategoryId(ctx, category)) ?? 0)
  // Prices of one kind are enough: of that which most products have.
  const [price] = spans.filter(({ key }) => PRICE_LABELS[key]).toSorted((a, b) => b.count - a.count)
  const items = filterKeysOf(category)
    .filter((key) => !PRICE_LABELS[key] || key === price?.key)
    .flatMap((key) => {
      const span = spans.find((one) => one.key === key)
      const priceLabel = PRICE_LABELS[key]
      const figure = priceLabel ? { label: priceLabel, unit: null } : figureOfKey(key, category)
      if (!figure || !span || span.min === span.max) return []
      return [{ key, label: figure.label, unit: figure.unit ?? null, isPrice: Boolean(priceLabel), ...stepsOf(span), count: span.count }]
    })
    .slice(0, MOST_FILTERS)
  return { items, total: items.length }
}

/** About a hundred steps of 1, 2 or 5, with ends that lie on one. */
function stepsOf({ min, max, hasFractions }: queries.Span): { min: number; max: number; step: number } {
  const rough = Math.max((max - min) / 100, hasFractions ? 0 : 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((digit) => digit * power >= rough * 0.999) ?? 10)
  const clean = (number: number) => Number(number.toPrecision(10))
  return { min: clean(Math.floor(clean(min / step)) * step), max: clean(Math.ceil(clean(max / step)) * step), step: clean(step) }
}
