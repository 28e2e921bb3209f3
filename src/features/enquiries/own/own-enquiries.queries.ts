import '#features/enquiries/enquiry.context.ts'
import type { Context } from '#platform/contract/context.ts'
import { countTotal, toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { OwnEnquiry } from './own-enquiries.contract.ts'

export async function listEnquiryRowsOfUser({ db }: Pick<Context, 'db'>, userId: number, paging: Paging): Promise<ListResult<OwnEnquiry>> {
  const { offset, limit } = toOffsetLimit(paging)
  const items = await db
    .selectFrom('enquiries as e')
    .leftJoin('products as p', 'p.id', 'e.product_id')
    .select(['e.id', 'e.product_name as productName', 'p.slug as productSlug', 'e.status', 'e.created_at as createdAt'])
    .where('e.user_id', '=', userId)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const total = await countTotal(items, paging, async () => {
    const { n } = await db
      .selectFrom('enquiries')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return n
  })
  return { items, total }
}
