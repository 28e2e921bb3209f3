/** Finds products by ranges of their numeric specifications. */
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
 * Ids of matching products, read from `product_figures` alone.
 * @param among restricts the search to these ids
 */
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

/** Rows of the first specification whose product also matches the others, which are looked up by product id. */
function matching({ db }: Db, { categoryId, ranges }: SpecFilter) {
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

/** The filter as a condition on `products`, for ordered lists that most products match. */
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

/** Both ends are inclusive. */
function isWithin(alias: 'f' | 'o', key: string, { min, max }: SpecRanges[string]): Expression<SqlBool> {
  const [name, number] = [sql.ref(`${alias}.key`), sql.ref(`${alias}.number`)]
  const parts = [sql<SqlBool>`${name} = ${key}`]
  if (min !== undefined) parts.push(sql<SqlBool>`${number} >= ${min}`)
  if (max !== undefined) parts.push(sql<SqlBool>`${number} <= ${max}`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}
