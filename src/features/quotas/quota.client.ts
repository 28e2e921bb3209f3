import { apiQuery } from '#platform/client/api.client.ts'
import type { getOwnQuotasEndpoint } from './quota.contract.ts'
import { getOwnQuotasCall } from './quota.endpoints.ts'

export type { QuotaForm, QuotaUse } from './quota.contract.ts'
export const ownQuotasQuery = () => apiQuery<typeof getOwnQuotasEndpoint>(getOwnQuotasCall)
