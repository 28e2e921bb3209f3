/** Tests all spellings and conversions of units: a missing one would silently sort products wrongly. */
import { expect, test } from 'vitest'
import { baseUnitOf, convertUnit, formatUnitSuffix, parseAmount } from './units.policy.ts'

test.each([
  ['m³/h', ['m³/h', 'm3/h', 'm^3/h', 'm³/hour']],
  ['l/s', ['l/s']],
  ['p/kWh', ['p/kWh', 'p per kWh', 'pence per kWh', 'pence/kWh']],
  ['km/h', ['km/h', 'kph']],
  ['mph', ['mph']],
  ['dB(A)', ['dB(A)', 'dB (A)', 'dBA', 'dB']],
  ['kWh', ['kWh', 'kwh', 'KWH']],
  ['MWh', ['MWh']],
  ['Wh', ['Wh']],
  ['kWp', ['kWp']],
  ['Wp', ['Wp']],
  ['kW', ['kW', 'KW']],
  ['W', ['W', 'watt', 'watts', 'Watts']],
  ['kVA', ['kVA']],
  ['mA', ['mA']],
  ['A', ['A', 'amp', 'amps']],
  ['V', ['V', 'volt', 'volts']],
  ['kg', ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms']],
  ['tonnes', ['t', 'tonne', 'tonnes']],
  ['g', ['g', 'gram', 'grams']],
  ['mm', ['mm']],
  ['cm', ['cm']],
  ['km', ['km', 'kms', 'kilometre', 'kilometres', 'kilometer', 'kilometers']],
  ['miles', ['mile', 'miles', 'mi']],
  ['minutes', ['minute', 'minutes', 'min', 'mins']],
  ['months', ['month', 'months']],
  ['years', ['year', 'years', 'yr', 'yrs']],
  ['days', ['day', 'days']],
  ['h', ['hour', 'hours', 'hr', 'hrs', 'h']],
  ['s', ['second', 'seconds', 'sec', 'secs', 's']],
  ['m²', ['m²', 'm2', 'm^2']],
  ['m³', ['m³', 'm3', 'm^3']],
  ['ml', ['ml']],
  ['litres', ['litre', 'litres', 'liter', 'liters', 'l', 'L']],
  ['m', ['m', 'metre', 'metres', 'meter', 'meters']],
  ['kPa', ['kPa']],
  ['Pa', ['Pa']],
  ['bar', ['bar']],
  ['°C', ['°C', '° C']],
  ['°F', ['°F']],
  ['cycles', ['cycle', 'cycles']],
  ['%', ['%', 'per cent', 'percent']],
])('the unit %s may be written as %j', (unit, spellings) => {
  for (const spelling of spellings) expect(parseAmount(`4 ${spelling}`), spelling).toMatchObject({ number: 4, unit })
})

test.each(['4 x', '4 kWhs', '4 a', '4 v', '4 w', '4 milestones', '4 minor', '4 daylight'])('the value %j has no unit', (text) => {
  expect(parseAmount(text)?.unit).toBeUndefined()
})

test.each([
  [100, 'l/s', 'm³/h', 360],
  [100, 'km/h', 'mph', 62.1371],
  [2, 'MWh', 'kWh', 2000],
  [500, 'Wh', 'kWh', 0.5],
  [4, 'kWp', 'W', 4000],
  [440, 'Wp', 'W', 440],
  [7.4, 'kW', 'W', 7400],
  [30, 'mA', 'A', 0.03],
  [1.5, 'tonnes', 'kg', 1500],
  [250, 'g', 'kg', 0.25],
  [18, 'cm', 'mm', 180],
  [421, 'km', 'miles', 261.597191],
  [18, 'months', 'years', 1.5],
  [2, 'h', 'minutes', 120],
  [90, 's', 'minutes', 1.5],
  [0.3, 'm³', 'litres', 300],
  [750, 'ml', 'litres', 0.75],
  [1.8, 'm', 'mm', 1800],
  [5.4, 'kPa', 'Pa', 5400],
  [3, 'bar', 'Pa', 300_000],
  [41, '°F', '°C', 5],
  [6, 'km per kWh', 'miles per kWh', 3.728226],
  [20, 'kWh per 100 km', 'miles per kWh', 3.106855],
  [250, 'Wh per mile', 'miles per kWh', 4],
  [25, 'kWh per 100 mile', 'miles per kWh', 4],
  [155.34275, 'Wh per km', 'miles per kWh', 4],
  [2, 'kWh per h', 'W', 2000],
  [7400, 'W', 'kW', 7.4],
  [5, 'kg', 'kg', 5],
])('convertUnit converts %d from %s to %s as %d', (number, from, to, expected) => {
  expect(convertUnit(number, from, to)).toBeCloseTo(expected, 6)
  expect(baseUnitOf(from)).toBe(baseUnitOf(to))
})

test('incompatible units, and units without an inverse, are not converted', () => {
  expect(convertUnit(1, 'kg', 'kW')).toBeUndefined()
  expect(convertUnit(1, 'kg', undefined)).toBeUndefined()
  expect(convertUnit(5, '°C', '°F')).toBeUndefined()
  expect(convertUnit(4, 'miles per kWh', 'Wh per mile')).toBeUndefined()
  expect(convertUnit(3, undefined, undefined)).toBe(3)
  expect(baseUnitOf(undefined)).toBeUndefined()
  expect(baseUnitOf('panels')).toBe('panels')
})

test('formatUnitSuffix puts a space before a unit, but not before a per cent sign', () => {
  expect(['kWh', '%', '% per °C', ''].map(formatUnitSuffix)).toEqual([' kWh', '%', '% per °C', ''])
})

test.each([
  ['5 kWh per days', 'kWh per day'],
  ['5 £ per years', undefined],
  ['£5 per years', '£ per year'],
  ['£5 per months', '£ per month'],
  ['2 g per litres', 'g per litre'],
  ['2 kWh per miles', 'kWh per mile'],
  ['2 litres per minutes', 'litres per minute'],
  ['2 % per cycles', '% per cycle'],
])('the unit of %j is %s', (text, unit) => {
  expect(parseAmount(text)?.unit).toBe(unit)
})

test.each(['50/60 Hz', '4:1', '3-pin', '1.2.3', '1.5–2.0', '5G', '10 to 12 kW', '10 or 12', '10 kW to 12 kW', '1 m × 2 m', '2 × 3 m'])(
  'parseAmount(%j) returns undefined, because the value is not a single number',
  (text) => expect(parseAmount(text)).toBeUndefined(),
)

test.each([
  ['up to 5 kW', 'up to '],
  ['approx. 5 kW', 'approx. '],
  ['ca. 5 kW', 'ca. '],
  ['at most about 5 kW', 'at most about '],
  ['~5 kW', '~'],
  ['≥ 5 kW', '≥ '],
  ['max. 5 kW', 'max. '],
  ['less than 5 kW', 'less than '],
])('the value %j has the qualifier %j', (text, about) => {
  expect(parseAmount(text)).toMatchObject({ about, number: 5, unit: 'kW' })
})
