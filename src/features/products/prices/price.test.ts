import { expect, test } from 'vitest'
import { parsePriceAmount, toPriceColumns, formatPlainPrice, parsePriceUnit } from './price.policy.ts'
import { splitPrice } from './price-text.tsx'

test.each([
  ['£9,500', 9500, 'once'],
  ['£390 /month', 390, 'month'],
  ['£290 per panel', 290, 'panel'],
  ['from £1,249.00 per kit (minimum 4 panels)', 1249, 'other'],
  ['£5,800–£7,900', 5800, 'once'],
  ['€9,500', 9500, 'once'],
  ['$390 /month', 390, 'month'],
  ['CA$1,249.50 per panel', 1249.5, 'panel'],
  ['A$5,800–A$7,900', 5800, 'once'],
  ['€1.234,56', 1234.56, 'once'],
  ['1.249,00 €', 1249, 'once'],
  ['12 500 €', 12_500, 'once'],
  ['12\u202f500,5\u00a0€', 12_500.5, 'once'],
  ['39,90 €/Monat', 39.9, 'month'],
  ['CHF 1’299.–', 1299, 'once'],
  ["CHF 1'299.50", 1299.5, 'once'],
  ['£12,50', 12.5, 'once'],
  ['€1.249', 1249, 'once'],
  ['€1.234.567', 1_234_567, 'once'],
  ['ab 1.249,00 € pro Stück', 1249, 'other'],
  ['4 panels for £900', 900, 'once'],
  ['£0.249 per kWh', 0.249, 'other'],
  ['£1,234,567.89', 1_234_567.89, 'once'],
  ['£1.249', null, null],
  ['£1.234.56', null, null],
  ['€12,34,56', null, null],
  ['£1,23.456', null, null],
  ['2026', 2026, 'once'],
  ['Price on request', null, null],
  ['', null, null],
  [null, null, null],
] as const)('PROD-13 the price %j has the amount %j and the unit %j', (price, amount, unit) => {
  expect(parsePriceAmount(price)).toBe(amount)
  expect(parsePriceUnit(price)).toBe(unit)
})

test('PROD-13 a product whose price has no number comes last in both directions', () => {
  const [none, dear, cheap] = [toPriceColumns(null), toPriceColumns('£34,995'), toPriceColumns('£0.50')]
  expect(none.price).toBeNull()
  expect(none.price_low).toBeGreaterThan(dear.price_low)
  expect(dear.price_low).toBeGreaterThan(cheap.price_low)
  expect(none.price_high).toBeLessThan(cheap.price_high)
})

test.each([
  ['690', '£', '£690'],
  [' 690 ', '£', '£690'],
  ['8451234', '£', '£8,451,234'],
  ['9,500', '€', '€9,500'],
  ['1249.5', 'CA$', 'CA$1,249.50'],
  ['1249.00', 'A$', 'A$1,249.00'],
  ['0', '$', '$0'],
  ['12345678901234567890', '£', '£12,345,678,901,234,567,890'],
])('formatPlainPrice formats the bare number %j with the symbol %s as %s', (input, symbol, price) => {
  expect(formatPlainPrice(input, symbol)).toBe(price)
  expect(parsePriceAmount(price)).toBe(Number(input.replace(',', '')))
})

test.each([
  '',
  ' ',
  'POA',
  '£690',
  '690 €',
  'from £12',
  'from 12',
  '690 per month',
  '690 /month',
  '9500–12000',
  '9500-12000',
  '9,50',
  '95,00',
  '1.249,00',
  '1 249',
  '007',
  '12.345',
  '-5',
  '1e5',
  '١٢',
])('formatPlainPrice returns undefined for %j, which is not a bare number', (input) => expect(formatPlainPrice(input, '£')).toBeUndefined())

test.each([
  ['£649', '', '£649', ''],
  ['£390 /month', '', '£390', ' /month'],
  ['from £1,249.00 per kit (minimum 4 panels)', 'from ', '£1,249.00', ' per kit (minimum 4 panels)'],
  ['£5,800–£7,900', '', '£5,800–£7,900', ''],
  ['£POA', '', '£POA', ''],
  ['from €9,500 fitted', 'from ', '€9,500', ' fitted'],
  ['CA$390 /month', '', 'CA$390', ' /month'],
  ['A$5,800–A$7,900', '', 'A$5,800–A$7,900', ''],
  ['US $20', 'US ', '$20', ''],
])('PROD-30 splitPrice(%j) returns parts that add up to the price', (price, before, amount, after) => {
  expect(splitPrice(price)).toEqual({ before, amount, after })
  expect(before + amount + after).toBe(price)
})

test('a price without a currency is parsed in the currency of the site', () => {
  expect(parsePriceAmount('1.249', 'eur')).toBe(1249)
  expect(parsePriceAmount('1.249', '€')).toBe(1249)
  expect(parsePriceAmount('1.249', 'gbp')).toBeNull()
  expect(toPriceColumns('1.249', 'eur').price_amount).toBe(1249)
})

test.each([
  ['ab €1.234,56 pro Stück', { before: 'ab ', amount: '€1.234,56', after: ' pro Stück' }],
  ['12 500 €', { before: '', amount: '12 500', after: ' €' }],
])('splitPrice(%j) does not split the amount itself', (price, parts) => {
  expect(splitPrice(price)).toEqual(parts)
})
