import { route } from '#platform/contract/route.ts'
import { changePreferencesEndpoint, readPreferencesEndpoint } from '#features/newsletter/interests/interest.contract.ts'
import { changePreferences, readPreferences } from '#features/newsletter/interests/interest.service.ts'
import { confirmSubscriptionEndpoint, oneClickUnsubscribeEndpoint, subscribeEndpoint, unsubscribeEndpoint } from './newsletter.contract.ts'
import { exportSubscribersEndpoint, listSubscribersEndpoint, removeSubscriberEndpoint } from './subscriber.contract.ts'
import { exportSubscribers, listSubscribers, removeSubscriber } from './subscriber.service.ts'
import { confirmSubscription, unsubscribeWithOneClick, subscribe, unsubscribe } from './newsletter.service.ts'

export const newsletterRoutes = [
  route(subscribeEndpoint, (ctx, { body }) => subscribe(ctx, body)),
  route(confirmSubscriptionEndpoint, (ctx, { body }) => confirmSubscription(ctx, body.token)),
  route(unsubscribeEndpoint, (ctx, { body }) => unsubscribe(ctx, body.token)),
  route(oneClickUnsubscribeEndpoint, (ctx, { body }) => unsubscribeWithOneClick(ctx, body.key)),
  route(readPreferencesEndpoint, (ctx, { query }) => readPreferences(ctx, query.key)),
  route(changePreferencesEndpoint, (ctx, { body }) => changePreferences(ctx, body.token, body.interests)),
  route(listSubscribersEndpoint, (ctx, { query }) => listSubscribers(ctx, query)),
  route(exportSubscribersEndpoint, (ctx) => exportSubscribers(ctx)),
  route(removeSubscriberEndpoint, (ctx, { params }) => removeSubscriber(ctx, params.id)),
]
