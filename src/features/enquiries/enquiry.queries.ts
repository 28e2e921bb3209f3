import type { Context } from '#platform/context.ts'
import { searchTextOf } from './enquiry-handling.queries.ts'

export interface NewRow {
  name: string
  email: string
  phone: string
  address: string
  notes: string | null
  productId: number
  productName: string
  productPrice: string
  userId: number | null
  createdAt: string
}

/** Keeps the visitor's own words twice: `notes` may be edited later, `customer_message` never. */
export async function insert({ db }: Pick<Context, 'db'>, row: NewRow): Promise<number> {
  const { id } = await db
    .insertInto('enquiries')
    .values({
      name: row.name,
      email: row.email,
      phone: row.phone,
      address: row.address,
      notes: row.notes,
      customer_message: row.notes,
      product_id: row.productId,
      product_name: row.productName,
      product_price: row.productPrice,
      user_id: row.userId,
      created_at: row.createdAt,
      search_text: searchTextOf(row.name, row.email, row.productName, 'new'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function hasCompleted({ db }: Context, userId: number, productId: number): Promise<boolean> {
  const row = await db
    .selectFrom('enquiries')
    .select('id')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .where('status', '=', 'completed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
