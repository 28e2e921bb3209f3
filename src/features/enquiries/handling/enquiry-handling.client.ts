import type { input } from 'zod'
import { api, apiQuery, apiUrl } from '#platform/client/api.client.ts'
import type * as contract from './enquiry-handling.contract.ts'

export type { Enquiry, EnquiryEvent } from './enquiry-handling.contract.ts'
export type EnquiryListInput = input<typeof contract.EnquiryListQuery>
/** Statuses in the order in which they are shown. Any status may change to any other. */
export const ENQUIRY_STATUS_VALUES = ['new', 'contacted', 'completed', 'cancelled'] as const
export type EnquiryStatus = (typeof ENQUIRY_STATUS_VALUES)[number]

export const enquiriesQuery = (query: EnquiryListInput = {}) => apiQuery('GET /api/enquiries', { query })
export const enquiryQuery = (id: number) => apiQuery('GET /api/enquiries/:id', { params: { id } })
export const enquiryTimelineQuery = (id: number) => apiQuery('GET /api/enquiries/:id/timeline', { params: { id } })
export const changeEnquiryStatus = (id: number, status: EnquiryStatus) =>
  api('PATCH /api/enquiries/:id/status', { params: { id }, body: { status } })
export const changeEnquiryNotes = (id: number, notes: string, version?: number) =>
  api('PATCH /api/enquiries/:id/notes', { params: { id }, body: { notes, version } })
export const deleteEnquiry = (id: number) => api('DELETE /api/enquiries/:id', { params: { id } })
/** Returns the URL of the CSV export of the enquiries that match a filter. */
export const enquiriesFileUrl = (query: Pick<EnquiryListInput, 'search' | 'status'>) => apiUrl('GET /api/enquiries.csv', { query })
