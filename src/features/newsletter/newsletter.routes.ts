import { door } from '#platform/door.ts'
import { confirmSubscriptionEndpoint, subscribeEndpoint, unsubscribeEndpoint } from './newsletter.contract.ts'
import { exportSubscribersEndpoint, listSubscribersEndpoint, removeSubscriberEndpoint } from './subscriber.contract.ts'
import { exportSubscribers, listSubscribers, removeSubscriber } from './subscriber.service.ts'
import { confirm, subscribe, unsubscribe } from './newsletter.service.ts'

export const newsletterRoutes = [
  door(subscribeEndpoint, (ctx, { body }) => subscribe(ctx, body)),
  door(confirmSubscriptionEndpoint, (ctx, { body }) => confirm(ctx, body.token)),
  door(unsubscribeEndpoint, (ctx, { body }) => unsubscribe(ctx, body.token)),
  door(listSubscribersEndpoint, (ctx, { query }) => listSubscribers(ctx, query)),
  door(exportSubscribersEndpoint, (ctx) => exportSubscribers(ctx)),
  door(removeSubscriberEndpoint, (ctx, { params }) => removeSubscriber(ctx, params.id)),
]
