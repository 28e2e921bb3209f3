import { route } from '#platform/contract/route.ts'
import * as contract from './suppression.contract.ts'
import * as service from './suppression.service.ts'

export const suppressionRoutes = [
  route(contract.listSuppressionsEndpoint, (ctx, { query }) => service.listSuppressions(ctx, query)),
  route(contract.addSuppressionEndpoint, (ctx, { body }) => service.addSuppression(ctx, body)),
  route(contract.removeSuppressionEndpoint, (ctx, { params }) => service.removeSuppression(ctx, params.id)),
  route(contract.reportMailEventsEndpoint, (ctx, { query, body }) => service.reportMailEvents(ctx, query.token, body.events)),
  route(contract.reportReturnedMailEndpoint, (ctx, { query, body }) => service.reportReturnedMail(ctx, query.token, body.message)),
]
