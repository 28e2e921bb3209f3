/** Tests the units of results. */
import { expect, test } from 'vitest'
import { createWording } from '#wording/wording.ts'
import { formatRange, formatReferenceValue, formatValue } from './format-band.ts'

const wording = createWording({ language: 'en-GB', symbol: '£' })

test('a payback of nothing is no number, and one point is in the singular', () => {
  expect(formatValue(0, 'years', wording)).toBe('nothing to pay')
  expect(formatValue(1 / 12, 'years', wording)).toBe('0.1\u00a0years')
  expect(formatValue(1.2, 'points', wording)).toBe('1\u00a0point')
  expect(formatValue(2, 'points', wording)).toBe('2\u00a0points')
})

test('a range that starts with nothing to pay has no “between”', () => {
  expect(formatRange({ low: 0, middle: 2, high: 3, unit: 'years' }, wording)).toBe('from nothing to pay to 3\u00a0years')
  expect(formatRange({ low: 0, middle: 2, high: null, unit: 'years' }, wording)).toBe('from nothing to pay to never')
  expect(formatRange({ low: 1, middle: 2, high: 3, unit: 'years' }, wording)).toBe('between 1 and 3\u00a0years')
})

test('one year is in the singular, and a range of years has the unit once', () => {
  expect(formatValue(1, 'years', wording)).toBe('1\u00a0year')
  expect(formatValue(1.04, 'years', wording)).toBe('1\u00a0year')
  expect(formatValue(1.1, 'years', wording)).toBe('1.1\u00a0years')
  expect(formatRange({ low: 1, middle: 8, high: 25.3, unit: 'years' }, wording)).toBe('between 1 and 25.3\u00a0years')
  expect(formatRange({ low: 0.6, middle: 0.8, high: 1, unit: 'years' }, wording)).toBe('between 0.6 and 1\u00a0year')
  expect(formatRange({ low: 9, middle: 50, high: 120, unit: 'years' }, wording)).toBe('between 9 and over 100\u00a0years')
  expect(formatRange({ low: 1, middle: 50, high: null, unit: 'years' }, wording)).toBe('from 1\u00a0year to never')
  expect(formatRange({ low: 470, middle: 500, high: 640, unit: 'kWh' }, wording)).toBe('between 470\u00a0kWh and 640\u00a0kWh')
})

test('a calendar year has no thousands separator', () => {
  expect(formatReferenceValue(2030, 'year', wording)).toBe('2030')
  expect(formatReferenceValue(7500, '£', wording)).toBe('£7,500')
})

test('a limit in kW is exact, and an estimate has one decimal', () => {
  expect(formatValue(3.68, 'kW', wording)).toBe('3.68\u00a0kW')
  expect(formatValue(11.04, 'kW', wording)).toBe('11.04\u00a0kW')
  expect(formatValue(7.4, 'kW', wording)).toBe('7.4\u00a0kW')
  expect(formatValue(2.937, 'kW', wording)).toBe('2.9\u00a0kW')
})
