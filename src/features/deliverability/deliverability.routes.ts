import { route } from '#platform/contract/route.ts'
import { getDeliverabilityEndpoint } from './deliverability.contract.ts'
import { getDeliverability } from './deliverability.service.ts'

export const deliverabilityRoutes = [route(getDeliverabilityEndpoint, (ctx) => getDeliverability(ctx))]
