import { apiQuery } from '#platform/client/api.client.ts'

export type { Plan, PlannedJob } from './plan.contract.ts'
export const planQuery = (query: Record<string, string>) => apiQuery('GET /api/plan', { query })
