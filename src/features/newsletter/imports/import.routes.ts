import { route } from '#platform/contract/route.ts'
import { importSubscribersEndpoint, newsletterGrowthEndpoint } from './import.contract.ts'
import { importSubscribers, listGrowth } from './import.service.ts'

export const importRoutes = [
  route(importSubscribersEndpoint, (ctx, { body }) => importSubscribers(ctx, body)),
  route(newsletterGrowthEndpoint, (ctx) => listGrowth(ctx)),
]
