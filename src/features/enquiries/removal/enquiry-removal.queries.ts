import type { Selectable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
type Row = Selectable<Tables['enquiries']>

export const findEnquiryRow = ({ db }: Db, id: number): Promise<Row | undefined> =>
  db.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirst()

export const listEnquiryMessageRows = ({ db }: Db, id: number): Promise<Selectable<Tables['enquiry_messages']>[]> =>
  db.selectFrom('enquiry_messages').selectAll().where('enquiry_id', '=', id).orderBy('id').execute()

/** Deletes an enquiry; the foreign key deletes its messages. */
export async function deleteEnquiryRow({ db }: Db, id: number): Promise<void> {
  await db.deleteFrom('enquiries').where('id', '=', id).execute()
}

/** Returns the enquiry's product id and user id, each null if the product does not exist any more, or if the account is missing or closed. */
export async function findExistingReferences({ db }: Db, row: Row): Promise<Pick<Row, 'product_id' | 'user_id'>> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', row.product_id ?? 0)
    .executeTakeFirst()
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', row.user_id ?? 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return { product_id: product?.id ?? null, user_id: user?.id ?? null }
}
