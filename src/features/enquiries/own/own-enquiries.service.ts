import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { unauthorized } from '#platform/contract/errors.ts'
import type { OwnEnquiry } from './own-enquiries.contract.ts'
import { listEnquiryRowsOfUser } from './own-enquiries.queries.ts'

export async function listOwnEnquiries(ctx: Context, paging: Paging): Promise<ListResult<OwnEnquiry>> {
  if (!ctx.viewer) throw unauthorized()
  return listEnquiryRowsOfUser(ctx, ctx.viewer.id, paging)
}
