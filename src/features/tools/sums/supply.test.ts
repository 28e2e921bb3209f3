/** Tests the sums of the tool `supply`. */
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { supplyText } from '#features/tools/texts/car-texts.policy.ts'
import { calculateCurrentLeft, convertAmpsToKilowatts, calculateSupply } from './supply.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
const getMiddle = (result: { results: Record<string, { middle: number | null }> }, name: string) => result.results[name]?.middle

test('calculates peak and managed current, and judges charger and inverter by their limits', () => {
  const home = { houseAmps: 45, chargerAmps: 32, fuseAmps: 80, phases: 1 as const, inverterKw: 0 }
  const unmanaged = calculateSupply(home, referenceValues)
  expect(getMiddle(unmanaged, 'peak')).toBe(77)
  expect(unmanaged.answers.charger).toBe('ask first')
  expect(unmanaged.warnings).toEqual([])
  const tight = calculateSupply({ ...home, houseAmps: 70 }, referenceValues)
  expect([getMiddle(tight, 'peak'), getMiddle(tight, 'chargingCurrent'), getMiddle(tight, 'chargingPower')]).toEqual([102, 10, 2.3])
  expect(tight.warnings.map(({ code }) => code)).toEqual(['more-than-is-left'])
  expect(getMiddle(calculateSupply({ ...home, houseAmps: 90 }, referenceValues), 'chargingPower')).toBe(0)
  const managed = calculateSupply({ ...home, limitAmps: 60 }, referenceValues)
  expect(getMiddle(managed, 'chargingCurrent')).toBe(15)
  expect(getMiddle(managed, 'chargingPower')).toBe(3.45)
  expect(managed.answers.charger).toBe('notify')
  expect(calculateCurrentLeft({ limitAmps: 100, houseAmps: 20, chargerAmps: 32 })).toBe(32)
  expect(convertAmpsToKilowatts(60)).toBe(13.8)
  expect(convertAmpsToKilowatts(16)).toBe(3.68)
  expect(convertAmpsToKilowatts(16, 3)).toBe(11.04)
  const judgeInverter = (inverterKw: number, phases: 1 | 3) =>
    calculateSupply({ ...home, inverterKw, phases }, referenceValues).answers.inverter
  expect([judgeInverter(0, 1), judgeInverter(3.68, 1), judgeInverter(5, 1), judgeInverter(11.04, 3), judgeInverter(12, 3)]).toEqual([
    'nothing to do',
    'notify',
    'ask first',
    'notify',
    'ask first',
  ])
  expect(calculateSupply({ ...home, fuseAmps: 60, chargerAmps: 14, houseAmps: 45 }, referenceValues).answers.charger).toBe('notify')
})

describe('chargers of the catalogue', () => {
  const findRange = (inputs: { house: number; charger: number; fuse: number; limit?: number; phases?: 1 | 3 }) => {
    const { results } = calculateSupply(
      {
        houseAmps: inputs.house,
        chargerAmps: inputs.charger,
        fuseAmps: inputs.fuse,
        limitAmps: inputs.limit,
        phases: inputs.phases ?? 1,
        inverterKw: 0,
      },
      referenceValues,
    )
    const texts = new Map(Object.entries(inputs).map(([name, value]) => [name, String(value)]))
    return supplyText.products?.(results, (name) => texts.get(name) ?? '')?.ranges['charging_power']
  }
  test('take no more than is left, without load management', () => {
    expect(findRange({ house: 45, charger: 32, fuse: 80 })).toEqual({ min: 2.99, max: 7.4 })
    expect(findRange({ house: 45, charger: 32, fuse: 60 })).toEqual({ min: 2.99, max: 3.5 })
  })
  test('are those up to the reader’s own power with load management, which reduces them', () => {
    expect(findRange({ house: 45, charger: 32, fuse: 80, limit: 60 })).toEqual({ min: 2.99, max: 7.4 })
  })
  test('are not offered if less than the smallest charging current is left, on one phase or three', () => {
    expect(findRange({ house: 80, charger: 32, fuse: 80 })).toBeUndefined()
    // 2 A on three phases are 1.38 kW, but a car needs 6 A.
    expect(findRange({ house: 58, charger: 16, fuse: 60, phases: 3 })).toBeUndefined()
  })
  test('are for a socket only if the reader asks about such a charger', () => {
    expect(findRange({ house: 40, charger: 10, fuse: 60 })).toEqual({ max: 2.3 })
    expect(findRange({ house: 50, charger: 32, fuse: 60 })).toBeUndefined()
  })
})

test('a charger on one phase of three gets the power of one, and the peak is that of the fullest phase', () => {
  const home = { houseAmps: 45, chargerAmps: 32, fuseAmps: 60, phases: 3, inverterKw: 0 } as const
  expect(getMiddle(calculateSupply({ ...home, chargerPhases: 1 }, referenceValues), 'chargingPower')).toBeCloseTo(3.45, 9)
  expect(getMiddle(calculateSupply(home, referenceValues), 'chargingPower')).toBeCloseTo(10.35, 9)
  expect(getMiddle(calculateSupply(home, referenceValues), 'peakPower')).toBeCloseTo(17.71, 9)
})
