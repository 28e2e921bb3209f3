import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './tracking.contract.ts'
import {
  addEnquiryMessageCall,
  answerEnquiryCall,
  eraseEnquiryCall,
  getEnquiryStatusCall,
  sendEnquiryLinksCall,
  withdrawEnquiryCall,
} from './tracking.endpoints.ts'

export type { CustomerEvent, EnquiryStatusView } from './tracking.contract.ts'

export const enquiryStatusQuery = (key: string) =>
  apiQuery<typeof contract.getEnquiryStatusEndpoint>(getEnquiryStatusCall, { params: { key } })
export const addEnquiryMessage = (key: string, text: string) =>
  sendRequest<typeof contract.addEnquiryMessageEndpoint>(addEnquiryMessageCall, { params: { key }, body: { text } })
export const withdrawEnquiry = (key: string) =>
  sendRequest<typeof contract.withdrawEnquiryEndpoint>(withdrawEnquiryCall, { params: { key } })
export const eraseEnquiry = (key: string) => sendRequest<typeof contract.eraseEnquiryEndpoint>(eraseEnquiryCall, { params: { key } })
export const sendEnquiryLinks = (email: string) =>
  sendRequest<typeof contract.sendEnquiryLinksEndpoint>(sendEnquiryLinksCall, { body: { email } })
export const answerEnquiry = (id: number, text: string) =>
  sendRequest<typeof contract.answerEnquiryEndpoint>(answerEnquiryCall, { params: { id }, body: { text } })

/** The checks of the contract, fetched when a form needs them: zod stays out of the first load. */
export const loadEnquiryMessage = async () => (await import('./tracking.contract.ts')).EnquiryMessage
export const loadEnquiryLinksForm = async () => (await import('./tracking.contract.ts')).EnquiryLinksForm

/** What customers read of the status. */
export const CUSTOMER_STATUS_LABELS = {
  new: 'Waiting for an answer',
  contacted: 'Being looked after',
  completed: 'Completed',
  cancelled: 'Withdrawn',
} as const
export const customerStatusLabel = (status: string): string =>
  Object.hasOwn(CUSTOMER_STATUS_LABELS, status) ? CUSTOMER_STATUS_LABELS[status as keyof typeof CUSTOMER_STATUS_LABELS] : status
