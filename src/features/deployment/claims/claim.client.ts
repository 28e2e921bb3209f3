import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { claimEndpoint, ClaimForm, getClaimEndpoint } from './claim.contract.ts'
import { claimCall, getClaimCall } from './claim.endpoints.ts'

export type { ClaimForm, ClaimState } from './claim.contract.ts'
export const claimQuery = () => apiQuery<typeof getClaimEndpoint>(getClaimCall)
export const claimSite = (body: ClaimForm) => sendRequest<typeof claimEndpoint>(claimCall, { body })
/** The checks of the contract, fetched when the form needs them. */
export const loadClaimForm = async () => (await import('./claim.contract.ts')).ClaimForm
