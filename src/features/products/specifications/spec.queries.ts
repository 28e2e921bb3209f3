/** The numbers that a list of products can be narrowed by: stored, counted, matched. */
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { forUpdate } from '#db/lock-row.ts'
import { isOneOf } from '#db/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'
import type { SpecRanges } from '#features/products/product-filter.policy.ts'

type Db = Pick<Context, 'db'>

export interface SpecFilter {
  categoryId: number
  ranges: SpecRanges
}

/** Puts these in place of what the product had. Run it in the transaction that writes the product. */
export async function replaceSpecs(
  { db }: Db,
  id: number,
  categoryId: number | null,
  figures: ReadonlyMap<string, number>,
  version: number,
) {
  await db.deleteFrom('product_figures').where('product_id', '=', id).execute()
  if (categoryId !== null && figures.size > 0)
    await db
      .insertInto('product_figures')
      .values([...figures].map(([key, number]) => ({ product_id: id, category_id: categoryId, key, number })))
      .execute()
  await db.updateTable('products').set({ figures_version: version }).where('id', '=', id).execute()
}

/** What figures are read from, for the first products whose figures are of an older reader. Nobody changes them before the transaction ends. */
export const listProductsWithStaleSpecs = ({ db }: Db, version: number, limit: number) =>
  sources({ db })
    .where('p.figures_version', '<', version)
    .orderBy('p.figures_version')
    .orderBy('p.id')
    .limit(limit)
    .modifyEnd(forUpdate(db, 'p'))
    .execute()

export const findSpecSource = ({ db }: Db, id: number) => sources({ db }).where('p.id', '=', id).executeTakeFirst()

const sources = ({ db }: Db) =>
  db
    .selectFrom('products as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select(['p.id', 'p.category_id as categoryId', 'c.slug as categorySlug', 'p.price', 'p.technical_specs as technicalSpecs'])
export type SpecSource = NonNullable<Awaited<ReturnType<typeof findSpecSource>>>

export interface SpecRange {
  key: string
  min: number
  max: number
  /** How many products state it. */
  count: number
  hasFractions: boolean
}

/** What the products of a category state, by figure. */
export async function listSpecRanges({ db }: Db, categoryId: number): Promise<SpecRange[]> {
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
export async function listProductsMatchingSpecs(
  { db }: Db,
  filter: SpecFilter,
  limit: number,
  among?: readonly number[],
): Promise<number[]> {
  const rows = await matching({ db }, filter)
    .select('f.product_id as id')
    .$if(among !== undefined, (q) => q.where(isOneOf(db, 'f.product_id', among ?? [])))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function countProductsMatchingSpecs(ctx: Db, filter: SpecFilter): Promise<number> {
  return (
    await matching(ctx, filter)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
}

/** The first figure's rows, as far as the product has the others too: each of them is looked up by the product's id. */
function matching({ db }: Db, { categoryId, ranges }: SpecFilter) {
  const [first, ...others] = Object.entries(ranges)
  if (!first) throw new Error('No figure to narrow by')
  return db
    .selectFrom('product_figures as f')
    .where('f.category_id', '=', categoryId)
    .where(isWithin('f', ...first))
    .where((eb) =>
      eb.and(
        others.map((other) =>
          eb.exists(
            eb
              .selectFrom('product_figures as o')
              .select('o.key')
              .whereRef('o.product_id', '=', 'f.product_id')
              .where(isWithin('o', ...other)),
          ),
        ),
      ),
    )
}

/** The same as a condition on a product: for a list in an order of its own that most products are in. */
export const areSpecsWithin = (eb: ExpressionBuilder<Tables, 'products'>, { ranges }: SpecFilter) =>
  eb.and(
    Object.entries(ranges).map((range) =>
      eb.exists(
        eb
          .selectFrom('product_figures as o')
          .select('o.key')
          .whereRef('o.product_id', '=', 'products.id')
          .where(isWithin('o', ...range)),
      ),
    ),
  )

/** Both ends count. */
function isWithin(alias: 'f' | 'o', key: string, { min, max }: SpecRanges[string]): Expression<SqlBool> {
  const [name, number] = [sql.ref(`${alias}.key`), sql.ref(`${alias}.number`)]
  const parts = [sql<SqlBool>`${name} = ${key}`]
  if (min !== undefined) parts.push(sql<SqlBool>`${number} >= ${min}`)
  if (max !== undefined) parts.push(sql<SqlBool>`${number} <= ${max}`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}
