/** Queries for the numeric specifications of products, by which lists can be filtered. */
import { sql, type Updateable } from 'kysely'
import { forUpdate } from '#db/lock-row.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Replaces the stored specifications of a product. Call it in the transaction that writes the product. */
export async function replaceSpecs(
  { db }: Db,
  { id, categoryId }: Pick<SpecSource, 'id' | 'categoryId'>,
  specs: ReadonlyMap<string, number>,
  columns: ParsedColumns,
) {
  await db.deleteFrom('product_figures').where('product_id', '=', id).execute()
  if (categoryId !== null && specs.size > 0)
    await db
      .insertInto('product_figures')
      .values([...specs].map(([key, number]) => ({ product_id: id, category_id: categoryId, key, number })))
      .execute()
  await db.updateTable('products').set(columns).where('id', '=', id).execute()
}

/** Lists the texts of products that another version of the parser has parsed, and locks their rows until the transaction ends. */
export const listProductsWithStaleSpecs = ({ db }: Db, version: number, limit: number) =>
  selectSpecSources({ db })
    .where((eb) => eb.or([eb('p.figures_version', '<', version), eb('p.figures_version', '>', version)]))
    .orderBy('p.figures_version')
    .orderBy('p.id')
    .limit(limit)
    .modifyEnd(forUpdate(db, 'p'))
    .execute()

export const findSpecSource = ({ db }: Db, id: number) => selectSpecSources({ db }).where('p.id', '=', id).executeTakeFirst()

const selectSpecSources = ({ db }: Db) =>
  db
    .selectFrom('products as p')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select(['p.id', 'p.category_id as categoryId', 'c.slug as categorySlug', 'p.price', 'p.technical_specs as technicalSpecs'])
/** The columns that are derived from the price, and the version of the parser. */
type ParsedColumns = Pick<Updateable<Tables['products']>, 'price_amount' | 'price_unit' | 'price_low' | 'price_high' | 'figures_version'>
export type SpecSource = NonNullable<Awaited<ReturnType<typeof findSpecSource>>>

export interface SpecRange {
  key: string
  min: number
  max: number
  /** Number of products that state the specification. */
  count: number
  hasFractions: boolean
}

/** Lists the range of each numeric specification in a category. */
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
  return rows.map(({ fractions, ...range }) => ({ ...range, hasFractions: fractions === 1 }))
}
