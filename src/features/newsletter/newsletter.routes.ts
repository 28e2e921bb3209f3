import { door } from '#platform/door.ts'
import { confirmSubscriptionEndpoint, subscribeEndpoint, unsubscribeEndpoint } from './newsletter.contract.ts'
import { confirm, subscribe, unsubscribe } from './newsletter.service.ts'

export const newsletterRoutes = [
  door(subscribeEndpoint, (ctx, { body }) => subscribe(ctx, body.email)),
  door(confirmSubscriptionEndpoint, (ctx, { body }) => confirm(ctx, body.token)),
  door(unsubscribeEndpoint, (ctx, { body }) => unsubscribe(ctx, body.token)),
]
