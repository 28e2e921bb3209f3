/** Reads enquiries in batches, for the CSV export. */
import { foldText } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { Enquiry } from './handling/enquiry-handling.contract.ts'
import { type EnquiryFilter, ENQUIRY_COLUMNS, hasEnquiryStatus } from './handling/enquiry-handling.queries.ts'

type Db = Pick<Context, 'db'>

export interface EnquiryBatch {
  /** The enquiries in this batch that match the filter. */
  items: Enquiry[]
  /** The last row that was read, whether or not it matches, as the cursor for the next batch; undefined after the last batch. */
  last: Enquiry | undefined
}

/** Returns the batch after the cursor `after`, newest first (keyset pagination); the first batch if the cursor is undefined. */
export async function listEnquiryBatch(
  { db }: Db,
  { search, status }: EnquiryFilter,
  after: Enquiry | undefined,
  limit: number,
): Promise<EnquiryBatch> {
  const rows = await db
    .selectFrom('enquiries')
    .select([...ENQUIRY_COLUMNS, 'search_text'])
    .where((eb) => hasEnquiryStatus(eb, status))
    .$if(after !== undefined, (q) =>
      q.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.createdAt ?? '', after?.id ?? 0))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const term = foldText(search)
  const items = rows.filter((row) => row.search_text.includes(term)).map(({ search_text: _, ...enquiry }) => enquiry)
  return { items, last: rows.length < limit ? undefined : rows.at(-1) }
}
