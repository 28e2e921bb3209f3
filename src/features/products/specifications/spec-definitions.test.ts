/** Tests the labels of all specifications: if one no longer matched, its specification would silently vanish from filters and comparisons. */
import { describe, expect, test } from 'vitest'
import { findSpecByKey, findSpecByLabel, stripBrackets } from './spec-definitions.policy.ts'

type Line = [key: string, name: string, unit: string | undefined, better: string | undefined, labels: string[]]
const COMMON: Line[] = [
  ['warranty', 'Warranty', 'years', 'higher', ['Warranty', 'guarantee', 'product warranty', 'Product guarantee']],
  ['weight', 'Weight', 'kg', undefined, ['weight', 'Weight (empty)']],
  ['noise', 'Noise', 'dB(A)', 'lower', ['noise', 'noise level', 'sound power', 'Sound power level']],
  ['maximum_power', 'Maximum power', 'kW', undefined, ['max power', 'max. power', 'maximum power', 'Maximum power draw']],
]
const CATEGORIES: Record<string, Line[]> = {
  'electric-vehicles': [
    ['range', 'Range', 'miles', 'higher', ['range', 'official range', 'WLTP driving range', 'electric range', 'maximum range']],
    [
      'usable_battery',
      'Usable battery',
      'kWh',
      undefined,
      ['battery', 'usable battery', 'net battery capacity', 'battery size', 'usable capacity', 'usable battery capacity'],
    ],
    ['consumption', 'Consumption', 'miles per kWh', 'higher', ['consumption', 'official consumption', 'energy efficiency', 'efficiency']],
    ['motor', 'Motor', 'kW', undefined, ['motor', 'motor power', 'power']],
    ['acceleration', '0 to 62 mph', 's', undefined, ['0 to 62 mph', '0-62 mph', '0–62 mph', '0 - 62 mph']],
    ['ac_charging', 'AC charging', 'kW', 'higher', ['AC charging', 'fastest ac charging', 'maximum ac charging power']],
    [
      'dc_charging',
      'Fastest DC charging',
      'kW',
      'higher',
      ['DC charging', 'rapid charging', 'fastest dc charging', 'maximum rapid charging power'],
    ],
    [
      'dc_charging_time',
      'DC charging 10 to 80%',
      'minutes',
      'lower',
      ['10 to 80%', '10% to 80 %', '10-80%', '10–80%', 'DC charging 10 to 80%', 'rapid charging 10 % - 80 %'],
    ],
    ['boot', 'Boot', 'litres', 'higher', ['boot', 'boot space', 'luggage volume', 'luggage capacity']],
    ['towing', 'Towing', 'kg', 'higher', ['towing', 'towing limit', 'towing weight', 'towing capacity']],
    ['length', 'Length', 'mm', undefined, ['length']],
    ['weight', 'Kerb weight', 'kg', undefined, ['weight', 'kerb weight']],
    ['warranty', 'Vehicle warranty', 'years', 'higher', ['warranty', 'vehicle warranty', 'car guarantee']],
    ['battery_warranty', 'Battery warranty', 'years', 'higher', ['battery warranty', 'battery guarantee']],
  ],
  'solar-panels': [
    ['panel_power', 'Panel power', 'W', undefined, ['power', 'output', 'panel power', 'rated peak power', 'nominal output']],
    ['module_efficiency', 'Module efficiency', '%', 'higher', ['efficiency', 'module efficiency', 'panel efficiency']],
    ['temperature_coefficient', 'Temperature coefficient', '% per °C', 'higher', ['temperature coefficient (power)']],
    ['snow_load', 'Snow load', 'Pa', 'higher', ['snow load', 'maximum snow load']],
    ['power_after_25_years', 'Power after 25 years', '%', 'higher', ['power promised after 25 years']],
    ...COMMON,
  ],
  'battery-storage': [
    ['usable_capacity', 'Usable capacity', 'kWh', undefined, ['capacity', 'usable capacity', 'net battery capacity', 'usable battery']],
    ['continuous_power', 'Continuous power', 'kW', 'higher', ['power', 'continuous power', 'rated power']],
    ['peak_power', 'Peak power', 'kW', 'higher', ['peak power']],
    ['round_trip_efficiency', 'Round-trip efficiency', '%', 'higher', ['efficiency', 'round-trip efficiency', 'round trip efficiency']],
    ['noise_at_1_m', 'Noise at 1 m', 'dB(A)', 'lower', ['noise at 1 m', 'noise level at 1m']],
    ...COMMON,
  ],
  'home-efficiency': [
    ['heat_output', 'Heat output', 'kW', undefined, ['heat output', 'nominal heating output', 'rated heating capacity', 'heat capacity']],
    ['seasonal_efficiency', 'Seasonal efficiency', undefined, 'higher', ['seasonal efficiency', 'SCOP']],
    ['heat_recovery', 'Heat recovery', '%', 'higher', ['heat recovery', 'heat recovery efficiency']],
    ['airflow', 'Airflow', 'm³/h', undefined, ['airflow', 'air flow', 'maximum airflow']],
    ['fan_power', 'Specific fan power', 'W per l/s', 'lower', ['specific fan power']],
    ['volume', 'Volume', 'litres', undefined, ['volume']],
    ['heat_loss', 'Standing heat loss', 'kWh per day', 'lower', ['standing loss', 'standing heat loss']],
    ['accuracy', 'Accuracy', '°C', 'lower', ['accuracy']],
    ['battery_life', 'Battery life', 'years', 'higher', ['battery life']],
    ...COMMON,
  ],
  'ev-chargers': [
    ['charging_power', 'Charging power', 'kW', undefined, ['power', 'output', 'charging power', 'maximum output', 'rated charging power']],
    ['outlets', 'Outlets', undefined, undefined, ['outlets', 'sockets']],
    ...COMMON.slice(0, 3),
  ],
  'green-living': [
    ['capacity', 'Capacity', 'kg', undefined, ['capacity']],
    ['energy_per_load', 'Energy per load', 'kWh', 'lower', ['energy per full load', 'energy per full cotton load']],
    ['energy_per_year', 'Energy per year', 'kWh', 'lower', ['energy per year', 'annual energy', 'annual energy use']],
    ['time_per_load', 'Time per load', 'minutes', 'lower', ['time for a full load', 'time for a full cotton load']],
    ...COMMON,
  ],
  'one-of-its-own': COMMON,
}

describe.each(Object.entries(CATEGORIES))('in the category %s', (category, lines) => {
  test.each(lines)(
    'the key %s has the label %s, the unit %s and the better direction %s, and all its labels match',
    (key, label, unit, better, labels) => {
      for (const written of labels) expect(findSpecByLabel(written, category)?.key, written).toBe(key)
      const definition = findSpecByKey(key, category)
      expect(definition).toMatchObject({ label })
      expect(definition?.unit).toBe(unit)
      expect(definition?.better).toBe(better)
      // A label that has one more letter does not match.
      for (const written of labels)
        for (const longer of [`x${written}`, `${written}x`]) expect(findSpecByLabel(longer, category), longer).toBeUndefined()
    },
  )
})

test.each([
  ['None', true],
  ['no fan', true],
  ['No noise at all', true],
  ['silent', true],
  ['nonesuch', false],
  ['not silent', false],
])('the value %j means no noise: %s', (words, isNone) => {
  expect(findSpecByKey('noise', 'battery-storage')?.none?.test(words)).toBe(isNone)
  expect(findSpecByKey('noise_at_1_m', 'battery-storage')?.none?.test(words)).toBe(isNone)
})

test.each([
  ['Official range (WLTP)', 'Official range'],
  ['A (b) c  (d)', 'A c'],
  [' (a) ', ''],
  ['A (b', 'A (b'],
])('stripBrackets(%j) returns %j', (label, bare) => expect(stripBrackets(label)).toBe(bare))

test('an unknown category or key has no definition', () => {
  expect(findSpecByLabel('range', 'constructor')).toBeUndefined()
  expect(findSpecByKey('range', 'solar-panels')).toBeUndefined()
  expect(findSpecByKey('nothing', 'ev-chargers')).toBeUndefined()
})
