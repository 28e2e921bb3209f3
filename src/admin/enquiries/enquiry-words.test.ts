import { expect, test } from 'vitest'
import { captionOf, statusLabel } from './enquiry-words.ts'

test('ADM-ENQ-07 ADM-ENQ-08 the caption says how many match, or that none does', () => {
  expect(captionOf(3, 12)).toBe('Showing 3 of 12 total enquiries')
  expect(captionOf(0, 12)).toBe('No enquiries match your search criteria')
})

test('ADM-ENQ-26 a status that nobody here knows is called what it is', () => {
  expect(['new', 'contacted', 'completed', 'cancelled'].map(statusLabel)).toEqual(['New', 'Contacted', 'Completed', 'Cancelled'])
  for (const unknown of ['archived', 'toString', '']) expect(statusLabel(unknown)).toBe(unknown)
})
