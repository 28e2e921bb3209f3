import { describe, expect, test } from 'vitest'
import { markBestPrices, compareSpecifications } from './comparison.policy.ts'

const compare = (sheets: string[], categorySlug = 'electric-vehicles') =>
  compareSpecifications(sheets.map((technicalSpecs) => ({ categorySlug, technicalSpecs })))
const compareLine = (sheets: string[], key: string, category?: string) => compare(sheets, category).find((line) => line.key === key)

describe('the comparison of specifications', () => {
  test('has one line for the same specification under different labels and units', () => {
    const range = compareLine(['Official range (WLTP): 262 miles', 'Range: 600 km', 'Range: 262 miles'], 'range')
    expect(range).toMatchObject({ label: 'Official range (WLTP)', differs: true, best: [false, true, false], isNumeric: true })
  })
  test('puts lines that all products state first', () => {
    const keys = compare(['Body: estate\nSeats: 5\nBoot: 625 litres', 'Boot: 540 litres\nRoof: glass\nSeats: 5']).map(({ key }) => key)
    expect(keys).toEqual(['seats', 'boot', 'body', 'roof'])
  })
  test('counts a missing value as a difference, and never as the best', () => {
    expect(compareLine(['Boot: 625 litres', 'Seats: 5'], 'boot')).toMatchObject({
      differs: true,
      best: [false, false],
      cells: [{}, undefined],
    })
    expect(compareLine(['Towing: 750 kg', 'Towing: not rated'], 'towing')?.best).toEqual([false, false])
  })
  test('ignores differences in whitespace and case', () => {
    expect(compareLine(['Body: Five-door  estate', 'Body: five-door estate'], 'body')?.differs).toBe(false)
    expect(compareLine(['Metering: ±1 %', 'Metering: ±1%'], 'metering')?.differs).toBe(false)
    expect(compareLine(['Warranty: 4 years or 80,000 miles', 'Warranty: 4 years or 60,000 miles'], 'warranty')).toMatchObject({
      differs: true,
      best: [false, false],
    })
  })
  test('may mark several best values, but none if all are equal', () => {
    expect(compareLine(['Boot: 5 litres', 'Boot: 9 litres', 'Boot: 9 litres'], 'boot')?.best).toEqual([false, true, true])
    expect(compareLine(['Boot: 9 litres', 'Boot: 9 litres'], 'boot')?.best).toEqual([false, false])
  })
  test('marks no best value if the conditions differ', () => {
    const getBestScop = (...values: string[]) =>
      compareLine(
        values.map((value) => `Seasonal efficiency (SCOP): ${value}`),
        'seasonal_efficiency',
        'home-efficiency',
      )?.best
    expect(getBestScop('3.9 at 45 °C flow', '4.2 at 20 °C room')).toEqual([false, false])
    expect(getBestScop('3.9 at 45 °C flow', '4.1 at 45 °C flow', '4.2')).toEqual([false, false, false])
    expect(getBestScop('3.9 at 45 °C flow', '4.1 at 45°C flow')).toEqual([false, true])
    expect(getBestScop('3.9 (at 45 °C flow)', '4.1 at 45 °C flow')).toEqual([false, true])
    expect(compareLine(['Range (WLTP): 300 miles', 'Range (EPA): 260 miles'], 'range')?.best).toEqual([false, false])
    expect(compareLine(['Peak power: 6 kW for 10 s', 'Peak power: 9 kW for 5 s'], 'peak_power', 'battery-storage')?.best).toEqual([
      false,
      false,
    ])
    const noise = ['Noise at 1 m: 46 dB(A) at full power', 'Noise at 1 m: no fan']
    expect(compareLine(noise, 'noise_at_1_m', 'battery-storage')?.best).toEqual([false, true])
  })
  test('marks the lowest noise as the best, and no weight', () => {
    expect(compareLine(['Noise at 1 m: 34 dB(A)', 'Noise at 1 m: no fan'], 'noise_at_1_m', 'battery-storage')?.best).toEqual([false, true])
    expect(compareLine(['Weight: 24 kg', 'Weight: 90 kg'], 'weight', 'battery-storage')?.best).toEqual([false, false])
  })
  test('has two lines for a label that occurs twice', () => {
    expect(compare(['Motor: 70 kW\nMotor: 90 kW', 'Motor: 80 kW']).map(({ cells }) => cells.map((cell) => cell?.value))).toEqual([
      ['70 kW', '80 kW'],
      ['90 kW', undefined],
    ])
  })
  test('joins lines from different categories only if they have the same key', () => {
    const lines = compareSpecifications([
      { categorySlug: 'solar-panels', technicalSpecs: 'Efficiency: 22 %\nWarranty: 25 years' },
      { categorySlug: 'battery-storage', technicalSpecs: 'Efficiency: 90 %\nWarranty: 10 years' },
    ])
    expect(lines.map(({ key }) => key)).toEqual(['warranty', 'module_efficiency', 'round_trip_efficiency'])
  })
  test('is empty without specifications', () => {
    expect(compareSpecifications([{ categorySlug: 'solar-panels', technicalSpecs: null }])).toEqual([])
  })
})

test.each([
  [
    ['£300', '£200', null],
    [false, true, false],
  ],
  [
    ['£300', '£200 /month'],
    [false, false],
  ],
  [
    ['£290 per panel', '£335 per panel'],
    [true, false],
  ],
  [
    ['£290 per kit', '£335 per kit'],
    [false, false],
  ],
  [
    ['£300', '£300'],
    [false, false],
  ],
  [
    ['£300', null],
    [false, false],
  ],
])('markBestPrices(%j) returns %j', (prices, best) => {
  expect(markBestPrices(prices)).toEqual(best)
})

test('prices without a currency are parsed in the currency of the site', () => {
  expect(markBestPrices(['1.249', '1.300 €'], '€')).toEqual([true, false])
  expect(markBestPrices(['1.249', '1.300 €'], '£')).toEqual([false, false])
})
