import type { Context } from '#platform/contract/context.ts'
import { enquirySearchText } from '#features/enquiries/handling/enquiry-handling.queries.ts'
import { CLOSED_STATUSES } from '#features/enquiries/enquiry.context.ts'

type Db = Pick<Context, 'db'>

/** Of what came from elsewhere nobody knows when it was closed: then from its arrival on. */
const closed = ({ db }: Db) =>
  db.selectFrom('enquiries').where('anonymised_at', 'is', null).where('is_demo', '=', false).where('status', 'in', CLOSED_STATUSES)

/** Ids of those that were closed before, the oldest first. */
export async function listClosedBefore(ctx: Db, at: string, limit: number): Promise<number[]> {
  const rows = await closed(ctx)
    .select('id')
    .where((eb) => eb(eb.fn.coalesce('closed_at', 'created_at'), '<', at))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** When the one was closed that has been so for the longest. */
export async function findFirstClosed(ctx: Db): Promise<string | null> {
  const row = await closed(ctx)
    .select((eb) => eb.fn.min(eb.fn.coalesce('closed_at', 'created_at')).as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Nothing is left of who asked, nor of what they wrote; what it was about, and what became of it, stays. */
export async function anonymiseRow({ db }: Db, id: number, { productName, status }: { productName: string; status: string }, at: string) {
  const nobody = { name: 'Anonymous', email: '', phone: '', address: '', notes: null, customer_message: null, user_id: null }
  await db
    .updateTable('enquiries')
    .set({ ...nobody, anonymised_at: at, search_text: enquirySearchText(nobody.name, '', productName, status) })
    .where('id', '=', id)
    .execute()
}

/** What was written to and fro. */
export async function deleteEnquiryMessages({ db }: Db, id: number): Promise<void> {
  await db.deleteFrom('enquiry_messages').where('enquiry_id', '=', id).execute()
}
