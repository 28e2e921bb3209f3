/** Finds products whose numeric specifications lie within ranges. */
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { isOneOf } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import type { SpecRanges } from '#features/products/product-filter.policy.ts'

type Db = Pick<Context, 'db'>

export interface SpecFilter {
  categoryId: number
  ranges: SpecRanges
}

/**
 * Lists the ids of matching products, in no particular order; reads only `product_figures`.
 * @param candidateIds restricts the result to these products; undefined for no restriction
 */
export async function listProductsMatchingSpecs(
  { db }: Db,
  filter: SpecFilter,
  limit: number,
  candidateIds?: readonly number[],
): Promise<number[]> {
  const rows = await selectMatches({ db }, filter)
    .select('f.product_id as id')
    .$if(candidateIds !== undefined, (q) => q.where(isOneOf(db, 'f.product_id', candidateIds ?? [])))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function countProductsMatchingSpecs(ctx: Db, filter: SpecFilter): Promise<number> {
  return (
    await selectMatches(ctx, filter)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
}

/** Selects the rows of the first specification whose products also match the other ones, which are looked up by product id. */
function selectMatches({ db }: Db, { categoryId, ranges }: SpecFilter) {
  const [first, ...others] = Object.entries(ranges)
  if (!first) throw new Error('No range to filter by')
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

/** Returns the filter as a condition on `products`, for sorted lists in which most products match. */
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

/** Returns the condition that a row is within a range; both ends are inclusive. */
function isWithin(alias: 'f' | 'o', key: string, { min, max }: SpecRanges[string]): Expression<SqlBool> {
  const [name, number] = [sql.ref(`${alias}.key`), sql.ref(`${alias}.number`)]
  const conditions = [sql<SqlBool>`${name} = ${key}`]
  if (min !== undefined) conditions.push(sql<SqlBool>`${number} >= ${min}`)
  if (max !== undefined) conditions.push(sql<SqlBool>`${number} <= ${max}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
