/** The numbers that a list of products can be narrowed by: stored, counted, matched. */
import { sql, type Updateable } from 'kysely'
import { forUpdate } from '#db/lock-row.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Puts these in place of what the product had. Run it in the transaction that writes the product. */
export async function replaceSpecs(
  { db }: Db,
  { id, categoryId }: Pick<SpecSource, 'id' | 'categoryId'>,
  figures: ReadonlyMap<string, number>,
  columns: ReadColumns,
) {
  await db.deleteFrom('product_figures').where('product_id', '=', id).execute()
  if (categoryId !== null && figures.size > 0)
    await db
      .insertInto('product_figures')
      .values([...figures].map(([key, number]) => ({ product_id: id, category_id: categoryId, key, number })))
      .execute()
  await db.updateTable('products').set(columns).where('id', '=', id).execute()
}

/** What figures are read from, for the first products whose figures are of another reader. The rows are locked until the transaction ends. */
export const listProductsWithStaleSpecs = ({ db }: Db, version: number, limit: number) =>
  sources({ db })
    .where((eb) => eb.or([eb('p.figures_version', '<', version), eb('p.figures_version', '>', version)]))
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
/** What follows from the price, and which reader has read the product. */
type ReadColumns = Pick<Updateable<Tables['products']>, 'price_amount' | 'price_unit' | 'price_low' | 'price_high' | 'figures_version'>
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
