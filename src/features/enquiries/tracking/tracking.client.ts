import { api, apiQuery } from '#platform/client/api.client.ts'

export type { CustomerEvent, EnquiryStatusView } from './tracking.contract.ts'

export const enquiryStatusQuery = (key: string) => apiQuery('GET /api/enquiry-status/:key', { params: { key } })
export const addEnquiryMessage = (key: string, text: string) =>
  api('POST /api/enquiry-status/:key/messages', { params: { key }, body: { text } })
export const withdrawEnquiry = (key: string) => api('POST /api/enquiry-status/:key/withdraw', { params: { key } })
export const eraseEnquiry = (key: string) => api('DELETE /api/enquiry-status/:key', { params: { key } })
export const sendEnquiryLinks = (email: string) => api('POST /api/enquiry-links', { body: { email } })
export const answerEnquiry = (id: number, text: string) => api('POST /api/enquiries/:id/answers', { params: { id }, body: { text } })

/** Load the schemas for the forms when a form needs them, so that zod is not in the initial bundle. */
export const loadEnquiryMessage = async () => (await import('./tracking.contract.ts')).EnquiryMessage
export const loadEnquiryLinksForm = async () => (await import('./tracking.contract.ts')).EnquiryLinksForm

/** Labels of the statuses, as customers see them. */
export const CUSTOMER_STATUS_LABELS = {
  new: 'Received',
  contacted: 'In progress',
  completed: 'Completed',
  cancelled: 'Withdrawn',
} as const
export const customerStatusLabel = (status: string): string =>
  Object.hasOwn(CUSTOMER_STATUS_LABELS, status) ? CUSTOMER_STATUS_LABELS[status as keyof typeof CUSTOMER_STATUS_LABELS] : status
