import { apiQuery, send } from '#platform/api.client.ts'
import type { claimEndpoint, ClaimForm, getClaimEndpoint } from './claim.contract.ts'

export type { ClaimForm, ClaimState } from './claim.contract.ts'
export const claimQuery = () => apiQuery<typeof getClaimEndpoint>('/api/claim')
export const claim = (body: ClaimForm) => send<typeof claimEndpoint>('POST', '/api/claim', { body })
/** The checks of the contract, fetched when the form needs them. */
export const loadClaimForm = async () => (await import('./claim.contract.ts')).ClaimForm
