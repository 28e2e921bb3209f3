import { api, apiQuery } from '#platform/client/api.client.ts'

export type { DomainProof, OwnDomain } from './domain-proof.contract.ts'
export const ownDomainQuery = () => apiQuery('GET /api/admin/domain')
export const checkOwnDomain = () => api('POST /api/admin/domain/check')
export const checkLaunchedSiteDomain = (id: number) => api('POST /api/admin/sites/:id/domain/check', { params: { id } })
