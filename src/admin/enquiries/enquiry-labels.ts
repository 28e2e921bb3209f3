import type { EnquiryListInput } from '#features/enquiries/handling/enquiry-handling.client.ts'

export const ENQUIRY_SORT_LABELS = { newest: 'Newest', oldest: 'Oldest', name: 'Customer', product: 'Product' } as const satisfies Record<
  NonNullable<EnquiryListInput['sort']>,
  string
>

/** @param matchCount number of matching enquiries @param totalCount number of all enquiries */
export const formatEnquiryCaption = (matchCount: number, totalCount: number): string =>
  matchCount > 0 ? `Showing ${matchCount} of ${totalCount} total enquiries` : 'No enquiries match your search criteria'
