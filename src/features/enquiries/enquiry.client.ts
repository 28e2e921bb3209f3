import { sendRequest, type CallInput } from '#platform/client/api.client.ts'
import type { postEnquiryEndpoint } from './enquiry.contract.ts'
import { postEnquiryCall } from './enquiry.endpoints.ts'

export type { EnquiryForm } from './enquiry.contract.ts'
export const postEnquiry = (body: NonNullable<CallInput<typeof postEnquiryEndpoint>['body']>) =>
  sendRequest<typeof postEnquiryEndpoint>(postEnquiryCall, { body })

/** The checks of the contract, fetched when a form needs them: zod stays out of the first load. */
export const loadEnquiryForm = async () => (await import('./enquiry.contract.ts')).EnquiryForm

/** What stands in for a price that is not given: the site's currency symbol and POA. */
export const priceOrPoa = (price: string | null | undefined, symbol: string): string => price || `${symbol}POA`
