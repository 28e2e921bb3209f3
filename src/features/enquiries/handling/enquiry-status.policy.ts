/** Labels of the statuses of enquiries, for the pages of the back-office and for the CSV export. */
import type { EnquiryStatus } from './enquiry-handling.client.ts'

export const ENQUIRY_STATUS_LABELS: Record<EnquiryStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** @returns the label of a status; an unknown status is returned unchanged */
export const formatEnquiryStatus = (status: string): string => (isKnownEnquiryStatus(status) ? ENQUIRY_STATUS_LABELS[status] : status)
export const isKnownEnquiryStatus = (status: string): status is EnquiryStatus => Object.hasOwn(ENQUIRY_STATUS_LABELS, status)
