import { apiQuery } from '#platform/client/api.client.ts'

export type { RetentionLine, RetentionRule } from './retention.contract.ts'
export const retentionQuery = () => apiQuery('GET /api/admin/retention')
