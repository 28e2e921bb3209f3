import { route } from '#platform/contract/route.ts'
import { makePlanEndpoint } from './plan.contract.ts'
import { getPlan } from './plan.service.ts'

export const planRoutes = [route(makePlanEndpoint, (ctx, { query }) => getPlan(ctx, query))]
