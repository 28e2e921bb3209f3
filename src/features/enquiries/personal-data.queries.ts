/** Reads a member's enquiries for the personal-data export, and unlinks them from a deleted account. */
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
type Person = { id: number }

export const findEnquiriesOfPerson = ({ db }: Db, { id }: Person) =>
  db
    .selectFrom('enquiries')
    .select([
      'id',
      'name',
      'email',
      'phone',
      'address',
      'customer_message as message',
      'product_name as product',
      'product_price as price',
      'status',
      'created_at as createdAt',
    ])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()

/** Unlinks enquiries from a deleted account. They contain their own contact data and are anonymised later. */
export async function unlinkEnquiriesOfPerson({ db }: Db, { id }: Person): Promise<void> {
  await db.updateTable('enquiries').set({ user_id: null }).where('user_id', '=', id).execute()
}

export const findEnquiryMessagesOfPerson = ({ db }: Db, { id }: Person) =>
  db
    .selectFrom('enquiry_messages as m')
    .innerJoin('enquiries as e', 'e.id', 'm.enquiry_id')
    .select(['m.enquiry_id as enquiryId', 'm.is_from_customer as isFromCustomer', 'm.content', 'm.created_at as createdAt'])
    .where('e.user_id', '=', id)
    .orderBy('m.id')
    .execute()
