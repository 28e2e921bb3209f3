import { api, apiQuery } from '#platform/client/api.client.ts'
import type { ClaimForm } from './claim.contract.ts'

export type { ClaimForm, ClaimState } from './claim.contract.ts'
export const claimQuery = () => apiQuery('GET /api/claim')
export const claimSite = (body: ClaimForm) => api('POST /api/claim', { body })
/** Loads the schema from the contract when the form is submitted. */
export const loadClaimForm = async () => (await import('./claim.contract.ts')).ClaimForm
