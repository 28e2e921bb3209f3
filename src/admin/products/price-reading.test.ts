import { expect, test } from 'vitest'
import { createWording } from '#wording/wording.ts'
import { describePriceReading } from './price-reading.ts'

test.each([
  ['£9,500–£12,000', '£', 'Sorted as 9,500.'],
  ['12 500 €', '£', 'Sorted as 12,500.'],
  ['£12,50', '£', 'Sorted as 12.50.'],
  ['39,90 €/Monat', '€', 'Sorted as 39.90 a month.'],
  ['£180 per panel', '£', 'Sorted as 180 per panel.'],
  ['£4 per kit', '£', 'Sorted as 4, for the unit that you name.'],
  ['1.249', '€', 'Sorted as 1,249.'],
  ['1.249', '£', 'We cannot read an amount in this price, so it is sorted last.'],
  ['£0.249 per kWh', '£', 'Sorted as 0.249, for the unit that you name.'],
  ['POA', '£', 'We cannot read an amount in this price, so it is sorted last.'],
])('describePriceReading explains how %j is sorted with currency %s', (price, symbol, sentence) => {
  expect(describePriceReading(price, createWording({ language: 'en-GB', symbol }))).toBe(sentence)
})
