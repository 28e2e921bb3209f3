import { apiQuery } from '#platform/client/api.client.ts'

export type { Deliverability, DeliverabilityCheck } from './deliverability.contract.ts'
export const deliverabilityQuery = () => apiQuery('GET /api/admin/deliverability')
