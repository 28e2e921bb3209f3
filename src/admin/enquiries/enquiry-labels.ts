import type { EnquiryListInput, EnquiryStatus } from '#features/enquiries/handling/enquiry-handling.client.ts'

export const ENQUIRY_STATUS_LABELS: Record<EnquiryStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** What a status is called; an unknown one is called what it is. */
export const enquiryStatusLabel = (status: string): string => (isKnownEnquiryStatus(status) ? ENQUIRY_STATUS_LABELS[status] : status)
export const isKnownEnquiryStatus = (status: string): status is EnquiryStatus => Object.hasOwn(ENQUIRY_STATUS_LABELS, status)

export const ENQUIRY_SORT_LABELS = { newest: 'Newest', oldest: 'Oldest', name: 'Customer', product: 'Product' } as const satisfies Record<
  NonNullable<EnquiryListInput['sort']>,
  string
>

/** How many match, of how many there are. */
export const formatEnquiryCaption = (found: number, all: number): string =>
  found > 0 ? `Showing ${found} of ${all} total enquiries` : 'No enquiries match your search criteria'
