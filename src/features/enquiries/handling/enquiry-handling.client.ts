import type { input } from 'zod'
import { urlFor, apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './enquiry-handling.contract.ts'
import {
  changeEnquiryNotesCall,
  changeEnquiryStatusCall,
  deleteEnquiryCall,
  enquiryTimelineCall,
  getEnquiryCall,
  listEnquiriesCall,
  exportEnquiriesCall,
} from './enquiry-handling.endpoints.ts'

export type { Enquiry, EnquiryEvent } from './enquiry-handling.contract.ts'
export type EnquiryListInput = input<typeof contract.EnquiryListQuery>
/** In the order in which they are offered. Any status may be changed to any other. */
export const ENQUIRY_STATUS_VALUES = ['new', 'contacted', 'completed', 'cancelled'] as const
export type EnquiryStatus = (typeof ENQUIRY_STATUS_VALUES)[number]

export const enquiriesQuery = (query: EnquiryListInput = {}) =>
  apiQuery<typeof contract.listEnquiriesEndpoint>(listEnquiriesCall, { query })
export const enquiryQuery = (id: number) => apiQuery<typeof contract.getEnquiryEndpoint>(getEnquiryCall, { params: { id } })
export const enquiryTimelineQuery = (id: number) =>
  apiQuery<typeof contract.enquiryTimelineEndpoint>(enquiryTimelineCall, { params: { id } })
export const changeEnquiryStatus = (id: number, status: EnquiryStatus) =>
  sendRequest<typeof contract.changeEnquiryStatusEndpoint>(changeEnquiryStatusCall, { params: { id }, body: { status } })
export const changeEnquiryNotes = (id: number, notes: string, version?: number) =>
  sendRequest<typeof contract.changeEnquiryNotesEndpoint>(changeEnquiryNotesCall, { params: { id }, body: { notes, version } })
export const deleteEnquiry = (id: number) => sendRequest<typeof contract.deleteEnquiryEndpoint>(deleteEnquiryCall, { params: { id } })
/** Where the enquiries of a filter can be had as a file. */
export const enquiriesFileUrl = (query: Pick<EnquiryListInput, 'search' | 'status'>) => urlFor(exportEnquiriesCall.path, { query })
