import type { EnquiryListInput, EnquiryStatus } from '#features/enquiries/enquiry-handling.client.ts'

export const STATUS_LABELS: Record<EnquiryStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** What a status is called; an unknown one is called what it is. */
export const statusLabel = (status: string): string => (isKnownStatus(status) ? STATUS_LABELS[status] : status)
export const isKnownStatus = (status: string): status is EnquiryStatus => Object.hasOwn(STATUS_LABELS, status)

export const SORTS = { newest: 'Newest', oldest: 'Oldest', name: 'Customer', product: 'Product' } as const satisfies Record<
  NonNullable<EnquiryListInput['sort']>,
  string
>

/** How many match, of how many there are. */
export const captionOf = (found: number, all: number): string =>
  found > 0 ? `Showing ${found} of ${all} total enquiries` : 'No enquiries match your search criteria'
