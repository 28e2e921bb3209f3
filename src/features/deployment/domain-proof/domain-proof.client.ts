import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { checkCopyDomainEndpoint, checkDomainEndpoint, getDomainEndpoint } from './domain-proof.contract.ts'
import { checkCopyDomainCall, checkDomainCall, getDomainCall } from './domain-proof.endpoints.ts'

export type { DomainProof, OwnDomain } from './domain-proof.contract.ts'
export const ownDomainQuery = () => apiQuery<typeof getDomainEndpoint>(getDomainCall)
export const checkOwnDomain = () => sendRequest<typeof checkDomainEndpoint>(checkDomainCall, {})
export const checkCopyDomain = (id: number) => sendRequest<typeof checkCopyDomainEndpoint>(checkCopyDomainCall, { params: { id } })
