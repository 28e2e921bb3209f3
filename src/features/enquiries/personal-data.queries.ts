/** What of this room a member takes along in their export. */
import type { Context } from '#platform/context.ts'

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

/** The enquiry stays: it was sent with a name and an address of its own. */
export async function unlinkEnquiriesOfPerson({ db }: Db, { id }: Person): Promise<void> {
  await db.updateTable('enquiries').set({ user_id: null }).where('user_id', '=', id).execute()
}
