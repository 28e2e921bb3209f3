import { expect, test } from 'vitest'
import { priceAmount, priceColumns, priceUnit } from './price.policy.ts'
import { priceParts } from './price-text.tsx'

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
  ['Price on request', null, null],
  ['', null, null],
  [null, null, null],
] as const)('PROD-13 the number and the unit of %j are %j and %j', (price, amount, unit) => {
  expect(priceAmount(price)).toBe(amount)
  expect(priceUnit(price)).toBe(unit)
})

test('PROD-13 a product without a number comes last in both directions', () => {
  const [none, dear, cheap] = [priceColumns(null), priceColumns('£34,995'), priceColumns('£0.50')]
  expect(none.price).toBeNull()
  expect(none.price_low).toBeGreaterThan(dear.price_low)
  expect(dear.price_low).toBeGreaterThan(cheap.price_low)
  expect(none.price_high).toBeLessThan(cheap.price_high)
})

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
])('PROD-30 %j is shown as stored, only its parts differ in size', (price, before, amount, after) => {
  expect(priceParts(price)).toEqual({ before, amount, after })
  expect(before + amount + after).toBe(price)
})
