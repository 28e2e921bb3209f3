import type { EnquiryListInput, EnquiryStatus } from '#features/enquiries/handling/enquiry-handling.client.ts'

export const ENQUIRY_STATUS_LABELS: Record<EnquiryStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** @returns the label of a status; an unknown status is returned unchanged */
export const formatEnquiryStatus = (status: string): string => (isKnownEnquiryStatus(status) ? ENQUIRY_STATUS_LABELS[status] : status)
export const isKnownEnquiryStatus = (status: string): status is EnquiryStatus => Object.hasOwn(ENQUIRY_STATUS_LABELS, status)

export const ENQUIRY_SORT_LABELS = { newest: 'Newest', oldest: 'Oldest', name: 'Customer', product: 'Product' } as const satisfies Record<
  NonNullable<EnquiryListInput['sort']>,
  string
>

/** @param matchCount number of matching enquiries @param totalCount number of all enquiries */
export const formatEnquiryCaption = (matchCount: number, totalCount: number): string =>
  matchCount > 0 ? `Showing ${matchCount} of ${totalCount} total enquiries` : 'No enquiries match your search criteria'
