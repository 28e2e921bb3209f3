import { door } from '#platform/door.ts'
import { subscribeEndpoint } from './newsletter.contract.ts'
import { subscribe } from './newsletter.service.ts'

export const newsletterRoutes = [door(subscribeEndpoint, (ctx, { body }) => subscribe(ctx, body.email))]
