import { api, type CallInput } from '#platform/client/api.client.ts'

export type { EnquiryForm } from './enquiry.contract.ts'
export const postEnquiry = (body: CallInput<'POST /api/enquiries'>['body']) => api('POST /api/enquiries', { body })

/** The checks of the contract, fetched when a form needs them: zod stays out of the first load. */
export const loadEnquiryForm = async () => (await import('./enquiry.contract.ts')).EnquiryForm

/** What stands in for a price that is not given: the site's currency symbol and POA. */
export const priceOrPoa = (price: string | null | undefined, symbol: string): string => price || `${symbol}POA`
