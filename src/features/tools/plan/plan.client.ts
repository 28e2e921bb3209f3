import { apiQuery } from '#platform/client/api.client.ts'
import type { makePlanEndpoint } from './plan.contract.ts'
import { makePlanCall } from './plan.endpoints.ts'

export type { Plan, PlannedJob } from './plan.contract.ts'
export const planQuery = (query: Record<string, string>) => apiQuery<typeof makePlanEndpoint>(makePlanCall, { query })
