import type { input } from 'zod'
import { addressOf, apiQuery, send } from '#platform/api.client.ts'
import type * as contract from './enquiry-handling.contract.ts'

export type { Enquiry, EnquiryEvent } from './enquiry-handling.contract.ts'
export type EnquiryListInput = input<typeof contract.EnquiryListQuery>
/** In their order; any may follow any. */
export const STATUSES = ['new', 'contacted', 'completed', 'cancelled'] as const
export type EnquiryStatus = (typeof STATUSES)[number]

export const enquiriesQuery = (query: EnquiryListInput = {}) => apiQuery<typeof contract.listEnquiriesEndpoint>('/api/enquiries', { query })
export const enquiryQuery = (id: number) => apiQuery<typeof contract.getEnquiryEndpoint>('/api/enquiries/:id', { params: { id } })
export const enquiryTimelineQuery = (id: number) =>
  apiQuery<typeof contract.enquiryTimelineEndpoint>('/api/enquiries/:id/timeline', { params: { id } })
export const changeEnquiryStatus = (id: number, status: EnquiryStatus) =>
  send<typeof contract.changeEnquiryStatusEndpoint>('PATCH', '/api/enquiries/:id/status', { params: { id }, body: { status } })
export const changeEnquiryNotes = (id: number, notes: string) =>
  send<typeof contract.changeEnquiryNotesEndpoint>('PATCH', '/api/enquiries/:id/notes', { params: { id }, body: { notes } })
export const deleteEnquiry = (id: number) => send<typeof contract.deleteEnquiryEndpoint>('DELETE', '/api/enquiries/:id', { params: { id } })
/** Where the enquiries of a filter can be had as a file. */
export const enquiriesFile = (query: Pick<EnquiryListInput, 'search' | 'status'>) => addressOf('/api/enquiries.csv', { query })
