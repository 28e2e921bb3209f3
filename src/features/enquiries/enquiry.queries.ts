import type { Context } from '#platform/contract/context.ts'
import { enquirySearchText } from './handling/enquiry-handling.queries.ts'

export interface NewEnquiryRow {
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

/** Stores the visitor's text twice: administrators may edit `notes` later, but never `customer_message`. @returns the new id */
export async function insertEnquiry({ db }: Pick<Context, 'db'>, row: NewEnquiryRow): Promise<number> {
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
      search_text: enquirySearchText(row.name, row.email, row.productName, 'new'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the id of an identical enquiry that was created at or after `since`; undefined if there is none. */
export async function findDuplicateEnquiry({ db }: Pick<Context, 'db'>, row: NewEnquiryRow, since: string): Promise<number | undefined> {
  const duplicate = await db
    .selectFrom('enquiries')
    .select('id')
    .where('email', '=', row.email)
    .where('product_id', '=', row.productId)
    .where('created_at', '>=', since)
    .where('name', '=', row.name)
    .where('phone', '=', row.phone)
    .where('address', '=', row.address)
    .where('customer_message', row.notes === null ? 'is' : '=', row.notes)
    .limit(1)
    .executeTakeFirst()
  return duplicate?.id
}

export async function hasCompletedEnquiryRow({ db }: Context, userId: number, productId: number): Promise<boolean> {
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
