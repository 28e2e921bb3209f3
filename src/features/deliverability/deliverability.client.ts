import { apiQuery } from '#platform/client/api.client.ts'
import type { getDeliverabilityEndpoint } from './deliverability.contract.ts'
import { getDeliverabilityCall } from './deliverability.endpoints.ts'

export type { Deliverability, DeliverabilityCheck } from './deliverability.contract.ts'
export const deliverabilityQuery = () => apiQuery<typeof getDeliverabilityEndpoint>(getDeliverabilityCall)
