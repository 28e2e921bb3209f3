import { apiQuery } from '#platform/client/api.client.ts'

export type { OwnEnquiry } from './own-enquiries.contract.ts'

export const OWN_ENQUIRIES_PER_PAGE = 20
export const ownEnquiriesQuery = (page = 1) => apiQuery('GET /api/me/enquiries', { query: { page, perPage: OWN_ENQUIRIES_PER_PAGE } })
