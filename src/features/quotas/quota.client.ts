import { apiQuery } from '#platform/client/api.client.ts'

export type { QuotaForm, QuotaUse } from './quota.contract.ts'
export const ownQuotasQuery = () => apiQuery('GET /api/admin/quotas')
