/** Tests the sums of the tool `battery`. */
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import {
  calculateCoveredEnergy,
  calculateNightEnergy,
  convertThroughputToOutput,
  calculateBattery,
  formatBatterySum,
  type NightBatteryInputs,
  type SolarBatteryInputs,
} from './battery.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
const getMiddle = (result: { results: Record<string, { middle: number | null }> }, name: string) =>
  result.results[name]?.middle ?? Number.NaN

describe('battery', () => {
  const night: NightBatteryInputs = {
    mode: 'night',
    energyKwh: 1700,
    dayPencePerKwh: 29,
    nightPencePerKwh: 9,
    efficiency: 0.9,
    standbyWatts: 0,
    meanPencePerKwh: 20,
    pricePounds: 3000,
  }
  const solar: SolarBatteryInputs = {
    mode: 'solar',
    energyKwh: 768.5,
    importPencePerKwh: 26.11,
    exportPencePerKwh: 12,
    efficiency: 0.9,
    standbyWatts: 0,
    pricePounds: 3000,
  }
  test('calculates saving, payback and break-even price in night mode', () => {
    const getSaving = (changes: Partial<NightBatteryInputs>) =>
      getMiddle(calculateBattery({ ...night, ...changes }, referenceValues), 'saving').toFixed(2)
    expect(getSaving({})).toBe('323.00')
    expect(getSaving({ standbyWatts: 20 })).toBe('287.96')
    expect(getMiddle(calculateBattery({ ...night, standbyWatts: 20 }, referenceValues), 'payback')).toBeCloseTo(10.4, 1)
    expect([7, 12, 15].map((nightPencePerKwh) => getSaving({ nightPencePerKwh }))).toEqual(['360.78', '266.33', '209.67'])
    const { breakEvenPrice } = calculateBattery({ ...night, standbyWatts: 20 }, referenceValues).results
    expect(
      getMiddle(calculateBattery({ ...night, standbyWatts: 20, nightPencePerKwh: breakEvenPrice?.middle ?? 0 }, referenceValues), 'saving'),
    ).toBeCloseTo(0, 9)
  })
  test('calculates saving and payback in solar mode', () => {
    const solarResult = calculateBattery({ ...solar, standbyWatts: 0 }, referenceValues)
    expect(getMiddle(solarResult, 'saving').toFixed(2)).toBe('88.37')
    expect(getMiddle(solarResult, 'payback')).toBeCloseTo(33.9, 1)
  })
  test('deducts the own draw at the price of the electricity bought in solar mode, and shows the sum', () => {
    const { results } = calculateBattery({ ...solar, standbyWatts: 20 }, referenceValues)
    // 8.76 × 20 W = 175.2 kWh × 26.11p = £45.74; 88.37 − 45.74 = 42.63
    expect(results['standbyCost']?.middle).toBeCloseTo(45.74, 2)
    expect(results['saving']?.middle).toBeCloseTo(42.63, 2)
    expect(results['payback']?.middle).toBeCloseTo(70.4, 1)
    expect(formatBatterySum({ ...solar, standbyWatts: 20 })).toBe(
      '769 kWh × (90% × 26.11p − 12p) − 175 kWh × 26.11p (own draw) = £43 a year.',
    )
    expect(formatBatterySum({ ...night, standbyWatts: 20 })).toBe('1,700 kWh × (29p − 9p ÷ 90%) − 175 kWh × 20p (own draw) = £288 a year.')
    expect(formatBatterySum({ ...solar, energyKwh: 0, standbyWatts: 20 })).toContain('= −£46 a year.')
    const { breakEvenPrice } = results
    expect(
      getMiddle(
        calculateBattery({ ...solar, standbyWatts: 20, exportPencePerKwh: breakEvenPrice?.middle ?? 0 }, referenceValues),
        'saving',
      ),
    ).toBeCloseTo(0, 9)
  })
  test('the warranty covers the energy of its smallest limit', () => {
    expect(convertThroughputToOutput(32_000, 0.9)).toBeCloseTo(15_160, -1)
    const warranty = { years: 10, countsInAndOut: true, meanState: 0.8 }
    expect(calculateCoveredEnergy(1700, 0.9, warranty)).toBe(17_000)
    expect(calculateCoveredEnergy(1700, 0.9, { ...warranty, throughputKwh: 32_000 })).toBeCloseTo(15_157.89, 2)
    expect(calculateCoveredEnergy(1700, 0.9, { ...warranty, throughputKwh: 32_000, countsInAndOut: false })).toBe(17_000)
    expect(calculateCoveredEnergy(1700, 0.9, { ...warranty, cycles: 3000, sizeKwh: 5 })).toBe(12_000)
    expect(calculateNightEnergy(5, [3, 5, 8])).toBe(13)
  })
})
