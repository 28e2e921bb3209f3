import { expect, test } from 'vitest'
import { formatEnquiryStatus } from '#features/enquiries/handling/enquiry-status.policy.ts'
import { formatEnquiryCaption } from './enquiry-labels.ts'

test('ADM-ENQ-07 ADM-ENQ-08 formatEnquiryCaption names matches and total, or says that nothing matches', () => {
  expect(formatEnquiryCaption(3, 12)).toBe('Showing 3 of 12 total enquiries')
  expect(formatEnquiryCaption(0, 12)).toBe('No enquiries match your search criteria')
})

test('ADM-ENQ-26 formatEnquiryStatus returns the label of a known status and an unknown status unchanged', () => {
  expect(['new', 'contacted', 'completed', 'cancelled'].map(formatEnquiryStatus)).toEqual(['New', 'Contacted', 'Completed', 'Cancelled'])
  for (const unknown of ['archived', 'toString', '']) expect(formatEnquiryStatus(unknown)).toBe(unknown)
})
