import { route } from '#platform/contract/route.ts'
import { listOwnTopicsEndpoint, recordForumVisitEndpoint } from './own-topics.contract.ts'
import { listOwnTopics, recordForumVisit } from './own-topics.service.ts'

export const ownTopicsRoutes = [
  route(listOwnTopicsEndpoint, (ctx, { query }) => listOwnTopics(ctx, query)),
  route(recordForumVisitEndpoint, (ctx) => recordForumVisit(ctx)),
]
