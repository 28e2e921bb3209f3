import type { Context } from '#platform/contract/context.ts'
import { enquirySearchText } from '#features/enquiries/handling/enquiry-handling.queries.ts'
import { CLOSED_STATUSES } from '#features/enquiries/enquiry.context.ts'

type Db = Pick<Context, 'db'>

/** Selects closed enquiries that are not anonymised, except demo content. Imported ones may lack `closed_at`; then `created_at` counts. */
const selectClosed = ({ db }: Db) =>
  db.selectFrom('enquiries').where('anonymised_at', 'is', null).where('is_demo', '=', false).where('status', 'in', CLOSED_STATUSES)

/** Returns the ids of enquiries that were closed before `at`, lowest first. */
export async function listClosedBefore(ctx: Db, at: string, limit: number): Promise<number[]> {
  const rows = await selectClosed(ctx)
    .select('id')
    .where((eb) => eb(eb.fn.coalesce('closed_at', 'created_at'), '<', at))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns when the first of these enquiries was closed; null if there is none. */
export async function findFirstClosed(ctx: Db): Promise<string | null> {
  const row = await selectClosed(ctx)
    .select((eb) => eb.fn.min(eb.fn.coalesce('closed_at', 'created_at')).as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Removes the customer's data and texts from an enquiry; its product and status remain. */
export async function anonymiseRow({ db }: Db, id: number, { productName, status }: { productName: string; status: string }, at: string) {
  const ANONYMOUS_FIELDS = { name: 'Anonymous', email: '', phone: '', address: '', notes: null, customer_message: null, user_id: null }
  await db
    .updateTable('enquiries')
    .set({ ...ANONYMOUS_FIELDS, anonymised_at: at, search_text: enquirySearchText(ANONYMOUS_FIELDS.name, '', productName, status) })
    .where('id', '=', id)
    .execute()
}

export async function deleteEnquiryMessages({ db }: Db, id: number): Promise<void> {
  await db.deleteFrom('enquiry_messages').where('enquiry_id', '=', id).execute()
}
