import { api, type CallInput } from '#platform/client/api.client.ts'

export type { EnquiryForm } from './enquiry.contract.ts'
export const postEnquiry = (body: CallInput<'POST /api/enquiries'>['body']) => api('POST /api/enquiries', { body })

/** Loads the schema for the form when the form needs it, so that zod is not in the initial bundle. */
export const loadEnquiryForm = async () => (await import('./enquiry.contract.ts')).EnquiryForm

/** Returns the price, or the currency symbol and `POA` (price on application). */
export const priceOrPoa = (price: string | null | undefined, symbol: string): string => price || `${symbol}POA`
