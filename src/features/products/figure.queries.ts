/** The numbers that a list of products can be narrowed by: stored, counted, matched. */
import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely'
import { isOneOf } from '#db/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'
import type { FigureRanges } from './product-filter.policy.ts'

type Db = Pick<Context, 'db'>

export interface FigureFilter {
  categoryId: number
  ranges: FigureRanges
}

/** Puts these in place of what the product had. Run it in the transaction that writes the product. */
export async function replace({ db }: Db, id: number, categoryId: number | null, figures: ReadonlyMap<string, number>, version: number) {
  await db.deleteFrom('product_figures').where('product_id', '=', id).execute()
  if (categoryId !== null && figures.size > 0)
    await db
      .insertInto('product_figures')
      .values([...figures].map(([key, number]) => ({ product_id: id, category_id: categoryId, key, number })))
      .execute()
  await db.updateTable('products').set({ figures_version: version }).where('id', '=', id).execute()
}

/** What figures are read from, for the first products whose figures are of an older reader. */
export const listUnread = ({ db }: Db, version: number, limit: number) =>
  sources({ db }).where('p.figures_version', '<', version).orderBy('p.figures_version').orderBy('p.id').limit(limit).execute()

export const findSource = ({ db }: Db, id: number) => sources({ db }).where('p.id', '=', id).executeTakeFirst()

const sources = ({ db }: Db) =>
  db
    .selectFrom('products as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select(['p.id', 'p.category_id as categoryId', 'c.slug as categorySlug', 'p.price', 'p.technical_specs as technicalSpecs'])
export type FigureSource = NonNullable<Awaited<ReturnType<typeof findSource>>>

export interface Span {
  key: string
  min: number
  max: number
  /** How many products state it. */
  count: number
  hasFractions: boolean
}

/** What the products of a category state, by figure. */
export async function listSpans({ db }: Db, categoryId: number): Promise<Span[]> {
  const rows = await db
    .selectFrom('product_figures')
    .select((eb) => [
      'key',
      eb.fn.min('number').as('min'),
      eb.fn.max('number').as('max'),
      eb.fn.countAll<number>().as('count'),
      sql<number>`max(case when number = cast(number as bigint) then 0 else 1 end)`.as('fractions'),
    ])
    .where('category_id', '=', categoryId)
    .groupBy('key')
    .execute()
  return rows.map(({ fractions, ...span }) => ({ ...span, hasFractions: fractions === 1 }))
}

/** The products whose figures lie within, from the figures alone; at most so many. */
export async function listMatching({ db }: Db, filter: FigureFilter, limit: number, among?: readonly number[]): Promise<number[]> {
  const rows = await matching({ db }, filter)
    .select('product_id as id')
    .$if(among !== undefined, (q) => q.where(isOneOf(db, 'product_id', among ?? [])))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function countMatching(ctx: Db, filter: FigureFilter): Promise<number> {
  return (
    await matching(ctx, filter)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
}

/** The first figure's rows, as far as the product is among those of the others too. */
function matching({ db }: Db, { categoryId, ranges }: FigureFilter) {
  const [first, ...others] = Object.entries(ranges)
  if (!first) throw new Error('No figure to narrow by')
  const ofFigure = ([key, range]: typeof first) =>
    within(db.selectFrom('product_figures').where('category_id', '=', categoryId), key, range)
  return others.reduce((query, other) => query.where('product_id', 'in', ofFigure(other).select('product_id')), ofFigure(first))
}

/** The same as a condition on a product: for a list in an order of its own that most products are in. */
export const lieWithin = (eb: ExpressionBuilder<Tables, 'products'>, { ranges }: FigureFilter) =>
  eb.and(
    Object.entries(ranges).map(([key, range]) =>
      eb.exists(within(eb.selectFrom('product_figures').whereRef('product_id', '=', 'products.id'), key, range).select('number')),
    ),
  )

const within = <DB extends Pick<Tables, 'product_figures'>, O>(
  query: SelectQueryBuilder<DB, 'product_figures', O>,
  key: string,
  { min, max }: FigureRanges[string],
): SelectQueryBuilder<DB, 'product_figures', O> => {
  let narrowed = query as unknown as SelectQueryBuilder<Tables, 'product_figures', O>
  narrowed = narrowed.where('key', '=', key)
  if (min !== undefined) narrowed = narrowed.where('number', '>=', min)
  if (max !== undefined) narrowed = narrowed.where('number', '<=', max)
  return narrowed as unknown as SelectQueryBuilder<DB, 'product_figures', O>
}
