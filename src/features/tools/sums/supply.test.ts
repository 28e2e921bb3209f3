/** Tests the sums of the tool `supply`. */
import { expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
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
