import { describe, expect, test } from 'vitest'
import { parseSpecifications } from './specification.policy.ts'
import { convertUnit, parseAmount } from './units.policy.ts'

const parseLine = (line: string, category = 'electric-vehicles') => parseSpecifications(line, category)[0]

describe('an amount', () => {
  test.each([
    ['262 miles', 262, 'miles'],
    ['421 km', 421, 'km'],
    ['7.0 kW at -5 °C outside, 45 °C flow', 7, 'kW'],
    ['7kW', 7, 'kW'],
    ['1,500 kg', 1500, 'kg'],
    ['1\u202f500 kg', 1500, 'kg'],
    ['12,345,678 cycles', 12_345_678, 'cycles'],
    ['7,4 kW', 7.4, 'kW'],
    ['up to 150 m³/h (42 l/s)', 150, 'm³/h'],
    ['about 18 months', 18, 'months'],
    ['About 18 Months', 18, 'months'],
    ['±0.3 °C', 0.3, '°C'],
    ['-0.34 % per °C', -0.34, '% per °C'],
    ['−0.34 %/°C', -0.34, '% per °C'],
    ['-0.34% per °C', -0.34, '% per °C'],
    ['21.0 %', 21, '%'],
    ['21.0%', 21, '%'],
    ['52 dB(A) sound power, 36 dB(A) at 3 m', 52, 'dB(A)'],
    ['52 dBA', 52, 'dB(A)'],
    ['2 × 7.4 kW', 7.4, 'kW'],
    ['2 h 55 min', 175, 'minutes'],
    ['1 hour', 1, 'h'],
    ['10 years or 6,000 cycles, 70 %', 10, 'years'],
    ['48 kg empty, 258 kg full', 48, 'kg'],
    ['8.8 kWh (4 modules) or 13.2 kWh (6 modules)', 8.8, 'kWh'],
    ['7.5 p/kWh', 7.5, 'p/kWh'],
    ['7.5p per kWh', 7.5, 'p/kWh'],
    ['£1,249.00', 1249, '£'],
    ['from £290 per panel', 290, '£ per panel'],
    ['0.7 W per l/s', 0.7, 'W per l/s'],
    ['1.3 kWh per day', 1.3, 'kWh per day'],
    ['1.3 kWh/day', 1.3, 'kWh per day'],
    ['3.6 miles per kWh', 3.6, 'miles per kWh'],
    ['3.6 mi/kWh', 3.6, 'miles per kWh'],
    ['17 kWh/100 km', 17, 'kWh per 100 km'],
    ['230 V, single phase', 230, 'V'],
    ['16 A', 16, 'A'],
    ['5 m', 5, 'm'],
    ['5 min', 5, 'minutes'],
    ['5,400 Pa', 5400, 'Pa'],
    ['5', 5, undefined],
    ['2, and hot water', 2, undefined],
    ['4.1 at 45 °C flow', 4.1, undefined],
    ['6 modules', 6, undefined],
  ])('in the value %j is %j with the unit %j', (value, number, unit) => {
    expect(parseAmount(value)).toMatchObject({ number })
    expect(parseAmount(value)?.unit).toBe(unit)
  })

  test.each([
    '',
    'standard',
    'IP55',
    'single, 32 A',
    '-10 to 45 °C',
    '25 to 65 °C',
    '5–10 kW',
    '5 - 10 kW',
    '10 kW to 12 kW',
    '1,722 × 1,134 × 30 mm',
    '2 × 30 mm',
    '50/60 Hz',
    '4:1',
    '3-pin',
    '5G',
    '1.2.3',
    '2 or 3',
    'covered by the lease, 3 years',
    '2026-11-21',
    '24/7',
    '±',
    '.',
    '-',
    'R290, 0.15 kg',
    '£',
    '2 ×',
    '9'.repeat(5000) + 'x',
  ])('is undefined for the value %j', (value) => {
    expect(parseAmount(value)).toBeUndefined()
  })

  test.each(['2 × 7.4 kW', 'about 1,500 kg', '-0.34 % per °C', '£1,249.00 per panel', 'up to 150 m³/h (42 l/s)', '~5 kg', '2 h 55 min'])(
    'of the value %j has parts that add up to the text',
    (value) => {
      const { about = '', text = '', rest = '' } = parseAmount(value) ?? {}
      expect(about + text + rest).toBe(value)
    },
  )
})

test.each([
  [100, 'km', 'miles', 62.1371],
  [7000, 'W', 'kW', 7],
  [18, 'months', 'years', 1.5],
  [42, 'l/s', 'm³/h', 151.2],
  [2, 'h', 'minutes', 120],
  [20, 'kWh per 100 km', 'miles per kWh', 3.106855],
  [250, 'Wh per mile', 'miles per kWh', 4],
  [50, '°F', '°C', 10],
  [5, undefined, undefined, 5],
  [5, 'kW', 'miles', undefined],
  [5, undefined, 'kW', undefined],
  [5, 'bananas', 'kW', undefined],
])('convertUnit converts %j from %s to %s as %j', (number, from, to, expected) => {
  expect(convertUnit(number, from, to)).toBe(expected)
})

describe('a line', () => {
  test('has the same key for all labels with the same meaning', () => {
    for (const label of ['Range', 'Official range (WLTP)', 'WLTP range', 'Driving range', 'RANGE'])
      expect(parseLine(`${label}: 262 miles`)).toMatchObject({
        key: 'range',
        number: 262,
        unit: 'miles',
        comparable: 262,
        better: 'higher',
      })
    expect(parseLine('Range: 421 km')).toMatchObject({ number: 421, unit: 'km', label: 'Range', value: '421 km' })
    expect(parseLine('Range: 421 km')?.comparable).toBeCloseTo(261.6, 1)
  })
  test('may have a space before a per cent sign in its label', () => {
    for (const label of ['DC charging 10 to 80%', 'DC charging 10 to 80 %', '10% – 80%'])
      expect(parseLine(`${label}: 28 minutes`)).toMatchObject({ key: 'dc_charging_time', comparable: 28 })
  })
  test('has a key that depends on the category', () => {
    expect(parseLine('Warranty: 5 years')?.key).toBe('warranty')
    expect(parseLine('Capacity: 8 kg', 'green-living')).toMatchObject({ key: 'capacity', unit: 'kg' })
    expect(parseLine('Capacity: 8 kWh', 'battery-storage')).toMatchObject({ key: 'usable_capacity', unit: 'kWh' })
    expect(parseLine('Capacity: 8 kWh', 'nowhere')).toMatchObject({ key: 'capacity', number: 8 })
  })
  test('with an unknown label has a key made of the label, and no comparable number', () => {
    expect(parseLine('Cabin heat pump: option, £850')).toEqual({ key: 'cabin_heat_pump', label: 'Cabin heat pump', value: 'option, £850' })
    expect(parseLine('Größe (innen): 5 kg')?.key).toBe('größe')
    expect(parseLine('Duct size: 125 mm', 'home-efficiency')?.comparable).toBeUndefined()
  })
  test('without a colon is a label; bullets and empty lines are left out', () => {
    const specifications = parseSpecifications('\n- Outdoor use\n\n  • Weight: 92 kg\nRatio: 4:1\n:\n', 'battery-storage')
    expect(specifications.map(({ key, label, value }) => [key, label, value])).toEqual([
      ['outdoor_use', 'Outdoor use', ''],
      ['weight', 'Weight', '92 kg'],
      ['ratio', 'Ratio', '4:1'],
      ['', '', ''],
    ])
    expect(parseSpecifications(null, 'battery-storage')).toEqual([])
  })
  test('with an incompatible unit has no comparable number', () => {
    expect(parseLine('Range: 5 hours')).toMatchObject({ number: 5, unit: 'h' })
    expect(parseLine('Range: 5 hours')?.comparable).toBeUndefined()
  })
  test('with the noise value `no fan` has a comparable number of 0', () => {
    expect(parseLine('Noise at 1 m: no fan', 'battery-storage')).toEqual({
      key: 'noise_at_1_m',
      label: 'Noise at 1 m',
      value: 'no fan',
      comparable: 0,
      better: 'lower',
    })
  })
  test('has a better direction only if it is clear', () => {
    expect(parseLine('Weight: 24 kg', 'battery-storage')?.better).toBeUndefined()
    expect(parseLine('Length: 4,240 mm')?.better).toBeUndefined()
    expect(parseLine('Temperature coefficient: -0.27 % per °C', 'solar-panels')).toMatchObject({ comparable: -0.27, better: 'higher' })
  })
})

test('parseSpecifications leaves out lines beyond 300', () => {
  expect(parseSpecifications('a,b\n'.repeat(2500), 'ev-chargers')).toHaveLength(300)
  expect(parseSpecifications('\n'.repeat(9000), 'ev-chargers')).toHaveLength(0)
})
