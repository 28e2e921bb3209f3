import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface EnquiryMessageRow {
  id: number
  at: string
  /** Name of the administrator who wrote the message; null if the customer or a deleted account did. */
  who: string | null
  isFromCustomer: boolean
  content: string
}

export async function listEnquiryMessages({ db }: Db, enquiryId: number): Promise<EnquiryMessageRow[]> {
  return db
    .selectFrom('enquiry_messages as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'm.id',
      'm.created_at as at',
      (eb) => eb.fn.coalesce('u.display_name', 'u.username').as('who'),
      'm.is_from_customer as isFromCustomer',
      'm.content',
    ])
    .where('m.enquiry_id', '=', enquiryId)
    .orderBy('m.id')
    .execute()
}

export async function insertEnquiryMessage(
  { db }: Db,
  { enquiryId, userId, content }: { enquiryId: number; userId: number | null; content: string },
): Promise<void> {
  await db
    .insertInto('enquiry_messages')
    .values({ enquiry_id: enquiryId, user_id: userId, is_from_customer: userId === null, content, created_at: new Date().toISOString() })
    .execute()
}

export async function countEnquiryMessages({ db }: Db, enquiryId: number): Promise<number> {
  const { n } = await db
    .selectFrom('enquiry_messages')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('enquiry_id', '=', enquiryId)
    .executeTakeFirstOrThrow()
  return n
}

/** Returns the names that other members see, by id. */
export async function listDisplayNames({ db }: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', (eb) => eb.fn.coalesce('display_name', 'username').as('name')])
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the name of the handler and the slug of the product for the customer's page; each is null if missing. */
export async function findEnquiryPageData({ db }: Db, id: number): Promise<{ handler: string | null; productSlug: string | null }> {
  const row = await db
    .selectFrom('enquiries as e')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'e.handled_by').on('u.deleted_at', 'is', null))
    .leftJoin('products as p', 'p.id', 'e.product_id')
    .select([(eb) => eb.fn.coalesce('u.display_name', 'u.username').as('handler'), 'p.slug as productSlug'])
    .where('e.id', '=', id)
    .executeTakeFirst()
  return { handler: row?.handler ?? null, productSlug: row?.productSlug ?? null }
}

/** Sets the handler, who is the administrator who last replied or set the status. */
export async function updateEnquiryHandler({ db }: Db, id: number, userId: number): Promise<void> {
  await db.updateTable('enquiries').set({ handled_by: userId }).where('id', '=', id).execute()
}

/** Whether the product of an enquiry is demo content; false if the product no longer exists. */
export async function isAboutDemoProduct({ db }: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('enquiries as e')
    .innerJoin('products as p', 'p.id', 'e.product_id')
    .select('p.is_demo as isDemo')
    .where('e.id', '=', id)
    .executeTakeFirst()
  return row?.isDemo ?? false
}

/** Lists the newest enquiries from an email address, written as entered or in lower case. */
export async function listEnquiriesOfEmail({ db }: Db, email: string, limit: number) {
  return db
    .selectFrom('enquiries as e')
    .leftJoin('products as p', 'p.id', 'e.product_id')
    .select(['e.id', 'e.email', 'e.product_name as productName', 'p.is_demo as isDemo'])
    .where('e.email', 'in', [...new Set([email, email.toLowerCase()])])
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the id of the member who sent an enquiry while signed in; null for a visitor. */
export async function findEnquirySender({ db }: Pick<Context, 'db'>, id: number): Promise<number | null> {
  const row = await db.selectFrom('enquiries').select('user_id as userId').where('id', '=', id).executeTakeFirst()
  return row?.userId ?? null
}
