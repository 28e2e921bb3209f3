import { expect, test } from 'vitest'
import { FILTER_KEYS, filterKeysOf, MAX_SPEC_VALUE, parseSpecRanges, SPEC_PARAMETERS, toRangeParameters } from './product-filter.policy.ts'

const parse = (parameters: Record<string, unknown>) => parseSpecRanges((name) => parameters[name])

test.each([
  ['200', 200],
  [' 200 ', 200],
  ['+5', 5],
  ['-5.25', -5.25],
  [7, 7],
  [0, 0],
  [String(MAX_SPEC_VALUE - 1), MAX_SPEC_VALUE - 1],
  [String(-MAX_SPEC_VALUE), undefined],
  [String(MAX_SPEC_VALUE), undefined],
  ['5.', undefined],
  ['.5', undefined],
  ['5x', undefined],
  ['x5', undefined],
  ['1 2', undefined],
  ['', undefined],
  [null, undefined],
])('parseSpecRanges parses the minimum %j as %j', (value, min) => {
  expect(parse({ range_min: value })).toEqual(min === undefined ? {} : { range: { min, max: undefined } })
})

test('parseSpecRanges accepts either end or both, and ignores unknown parameters', () => {
  expect(parse({ boot_max: '9', price_min: '1', price_max: '2', nothing_min: '3' })).toEqual({
    boot: { min: undefined, max: 9 },
    price: { min: 1, max: 2 },
  })
})

test('toRangeParameters converts ranges to parameters', () => {
  expect(toRangeParameters({ range: { min: 1, max: undefined }, boot: { min: 2, max: 3 } })).toEqual({
    range_min: 1,
    range_max: undefined,
    boot_min: 2,
    boot_max: 3,
  })
  expect(toRangeParameters(undefined)).toEqual({})
})

test('filter keys are stable, because they are part of shared links', () => {
  const prices = ['price', 'price_panel', 'price_month']
  const withPrices = (keys: string) => [...prices, ...keys.split(' ')]
  expect(filterKeysOf('electric-vehicles')).toEqual(withPrices('range usable_battery dc_charging boot warranty'))
  expect(filterKeysOf('solar-panels')).toEqual(withPrices('panel_power module_efficiency weight warranty'))
  expect(filterKeysOf('battery-storage')).toEqual(
    withPrices('usable_capacity continuous_power round_trip_efficiency noise_at_1_m warranty'),
  )
  expect(filterKeysOf('home-efficiency')).toEqual(withPrices('heat_output noise maximum_power weight warranty'))
  expect(filterKeysOf('ev-chargers')).toEqual(withPrices('charging_power outlets weight warranty'))
  for (const other of ['green-living', 'constructor'])
    expect(filterKeysOf(other)).toEqual(withPrices('noise maximum_power weight warranty'))
  expect(new Set(FILTER_KEYS).size).toBe(FILTER_KEYS.length)
  expect(SPEC_PARAMETERS).toHaveLength(2 * FILTER_KEYS.length)
  expect(SPEC_PARAMETERS.slice(0, 2)).toEqual(['price_min', 'price_max'])
})
