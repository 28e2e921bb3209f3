import { expect, test } from 'vitest'
import { insertNoBreakSpaces, QUANTITY_PATTERN, splitAtQuantities } from './no-break-spaces.ts'

test.each([
  ['One roof, twelve months, 3,412 kWh', 'One roof, twelve months, 3,412_kWh'],
  ['is a 22 kW charger worth it?', 'is a 22_kW charger worth it?'],
  ['260 miles in one day', '260_miles in one day'],
  ['5 to 7 kW, 24.5 p a kWh, 15 %, 8 per cent, 4 m² and 2 °C.', '5 to 7_kW, 24.5_p a kWh, 15_%, 8_per cent, 4_m² and 2_°C.'],
  // These words start with the letters of a unit, but are not units.
  ['7 women, 3 Albums, 2 phases, 70%, 10kWh', '7 women, 3 Albums, 2 phases, 70%, 10kWh'],
])('inserts no-break spaces into %j', (text, expected) => {
  expect(insertNoBreakSpaces(text)).toBe(expected.replaceAll('_', '\u00a0'))
})

test('splitAtQuantities returns the parts of a text, of which every second is a quantity', () => {
  expect(splitAtQuantities('a 10 kWh battery for 260 miles')).toEqual(['a ', '10 kWh', ' battery for ', '260 miles', ''])
  expect(splitAtQuantities('Ten years')).toEqual(['Ten years'])
})

test('the pattern has no unbounded quantifiers, so that a long text of digits takes linear time', () => {
  expect(QUANTITY_PATTERN.source).not.toMatch(/[*+]/)
  expect(insertNoBreakSpaces(`${'1'.repeat(100_000)} kWh`).slice(-5)).toBe('1\u00a0kWh')
})
