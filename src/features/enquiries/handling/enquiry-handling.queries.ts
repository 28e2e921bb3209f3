import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { findMatchingIds, foldText, isOneOf } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult } from '#platform/contract/endpoint.ts'
import { CLOSED_STATUSES } from '#features/enquiries/enquiry.context.ts'
import type { Enquiry, EnquiryListQuery } from './enquiry-handling.contract.ts'

type Db = Pick<Context, 'db'>
export type EnquiryFilter = Pick<EnquiryListQuery, 'search' | 'status'>

export const ENQUIRY_COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'address',
  'product_id as productId',
  'product_name as productName',
  'product_price as productPrice',
  'status',
  'notes',
  'version',
  'customer_message as customerMessage',
  'created_at as createdAt',
  'anonymised_at as anonymisedAt',
] as const

/** Column and direction of each sort order, for which there is an index. Queries also sort by id, so that pages never overlap. */
const SORT_COLUMNS = {
  newest: ['created_at', 'desc'],
  oldest: ['created_at', 'asc'],
  name: ['name', 'asc'],
  product: ['product_name', 'asc'],
} as const

export async function listEnquiryRows({ db }: Db, { sort, ...query }: EnquiryListQuery): Promise<ListResult<Enquiry>> {
  const { offset, limit } = toOffsetLimit(query)
  const matchingIds =
    query.search === undefined ? undefined : await findMatchingIds(db, 'enquiries', query.search, { status: query.status })
  const [column, direction] = SORT_COLUMNS[sort]
  // The subquery skips earlier pages in the index, so that only the rows of this page are read.
  const ids = db
    .selectFrom('enquiries')
    .select('id')
    .where((eb) => (matchingIds ? isOneOf(db, 'id', matchingIds) : hasEnquiryStatus(eb, query.status)))
    .orderBy(column, direction)
    .orderBy('id', direction)
    .offset(offset)
    .limit(limit)
  const rows = await db
    .selectFrom('enquiries')
    .select(ENQUIRY_COLUMNS)
    .where('id', 'in', ids)
    .orderBy(column, direction)
    .orderBy('id', direction)
    .execute()
  return { items: rows, total: matchingIds?.length ?? (await countTotal(rows, query, () => countEnquiries({ db }, query.status))) }
}

async function countEnquiries({ db }: Db, status: EnquiryFilter['status']): Promise<number> {
  const { n } = await db
    .selectFrom('enquiries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => hasEnquiryStatus(eb, status))
    .executeTakeFirstOrThrow()
  return n
}

export const hasEnquiryStatus = (eb: ExpressionBuilder<Tables, 'enquiries'>, status: EnquiryFilter['status']): Expression<SqlBool> =>
  status === undefined ? sql<SqlBool>`true` : eb('status', '=', status)

export async function findEnquiry({ db }: Db, id: number): Promise<Enquiry | undefined> {
  return db.selectFrom('enquiries').select(ENQUIRY_COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function updateEnquiryStatus({ db }: Db, { id, name, email, productName }: Enquiry, status: string): Promise<void> {
  await db
    .updateTable('enquiries')
    .set((eb) => ({
      status,
      search_text: enquirySearchText(name, email, productName, status),
      closed_at: isClosed(status) ? eb.fn.coalesce('closed_at', eb.val(new Date().toISOString())) : null,
    }))
    .where('id', '=', id)
    .execute()
}

const isClosed = (status: string): boolean => CLOSED_STATUSES.some((closed) => closed === status)

/** Updates the administrators' notes and their version, but not `customer_message`. */
export async function updateEnquiryNotes({ db }: Db, id: number, notes: string | null): Promise<void> {
  await db
    .updateTable('enquiries')
    .set((eb) => ({ notes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Returns the searchable text of an enquiry. */
export const enquirySearchText = (name: string, email: string, productName: string, status: string): string =>
  foldText(name, email, productName, status)
