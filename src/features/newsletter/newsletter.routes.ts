import { route } from '#platform/route.ts'
import { confirmSubscriptionEndpoint, subscribeEndpoint, unsubscribeEndpoint } from './newsletter.contract.ts'
import { exportSubscribersEndpoint, listSubscribersEndpoint, removeSubscriberEndpoint } from './subscriber.contract.ts'
import { exportSubscribers, listSubscribers, removeSubscriber } from './subscriber.service.ts'
import { confirmSubscription, subscribe, unsubscribe } from './newsletter.service.ts'

export const newsletterRoutes = [
  route(subscribeEndpoint, (ctx, { body }) => subscribe(ctx, body)),
  route(confirmSubscriptionEndpoint, (ctx, { body }) => confirmSubscription(ctx, body.token)),
  route(unsubscribeEndpoint, (ctx, { body }) => unsubscribe(ctx, body.token)),
  route(listSubscribersEndpoint, (ctx, { query }) => listSubscribers(ctx, query)),
  route(exportSubscribersEndpoint, (ctx) => exportSubscribers(ctx)),
  route(removeSubscriberEndpoint, (ctx, { params }) => removeSubscriber(ctx, params.id)),
]
