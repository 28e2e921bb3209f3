import { route } from '#platform/contract/route.ts'
import * as contract from './webhook.contract.ts'
import * as deliveryContract from './delivery.contract.ts'
import * as service from './webhook.service.ts'

export const webhookRoutes = [
  route(contract.listWebhooksEndpoint, (ctx) => service.listWebhooks(ctx)),
  route(contract.createWebhookEndpoint, (ctx, { body }) => service.createWebhook(ctx, body)),
  route(contract.changeWebhookEndpoint, (ctx, { params, body }) => service.changeWebhook(ctx, params.id, body)),
  route(contract.deleteWebhookEndpoint, (ctx, { params }) => service.deleteWebhook(ctx, params.id)),
  route(contract.rotateWebhookSecretEndpoint, (ctx, { params }) => service.rotateWebhookSecret(ctx, params.id)),
  route(contract.testWebhookEndpoint, (ctx, { params }) => service.testWebhook(ctx, params.id)),
  route(deliveryContract.listDeliveriesEndpoint, (ctx, { params, query }) => service.listDeliveries(ctx, params.id, query)),
  route(deliveryContract.replayDeliveryEndpoint, (ctx, { params }) => service.replayDelivery(ctx, params.id)),
]
