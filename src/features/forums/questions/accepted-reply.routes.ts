import { route } from '#platform/contract/route.ts'
import * as contract from './accepted-reply.contract.ts'
import { acceptReply, confirmAcceptedReply, getAcceptedReply, withdrawAcceptance } from './accepted-reply.service.ts'

export const acceptedReplyRoutes = [
  route(contract.getAcceptedReplyEndpoint, (ctx, { params }) => getAcceptedReply(ctx, params.id)),
  route(contract.acceptReplyEndpoint, (ctx, { params, body }) => acceptReply(ctx, params.id, body.replyId)),
  route(contract.withdrawAcceptanceEndpoint, (ctx, { params }) => withdrawAcceptance(ctx, params.id)),
  route(contract.confirmAcceptedReplyEndpoint, (ctx, { params, body }) => confirmAcceptedReply(ctx, params.id, body.expertId)),
  route(contract.withdrawConfirmationEndpoint, (ctx, { params }) => confirmAcceptedReply(ctx, params.id, null)),
]
