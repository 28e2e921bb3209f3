/** Compares solar yields with the published results of SAP for all regions, and tests the regions of postcodes. */
import { expect, test } from 'vitest'
import { findRegionOfPostcode } from '#features/tools/places/postcode-regions.policy.ts'
import { SAP_REGIONS } from '#features/tools/places/sap-regions.policy.ts'
import type { Direction } from '#features/tools/places/sap-sun.policy.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { calculateBatteryGain, calculateSolar } from './solar.policy.ts'
import { calculateMonthlyUse, calculateMonthlyYield, calculateSelfUseShare, calculateSlopeRatio, type Slope } from './solar-yield.policy.ts'

const makeSlope = (kwp: number, direction: Direction, pitchDegrees: number, shade: Slope['shade'] = 'none'): Slope => ({
  kwp,
  direction,
  pitchDegrees,
  shade,
})
const sumYearlyYield = (region: number, ...slopes: Slope[]) => calculateMonthlyYield(region, slopes).reduce((sum, kwh) => sum + kwh, 0)
const noReferenceValues = createReferenceValues([], '2026-11-23')
const calculateRoof = (region: number, slopes: Slope[], useKwh: number, batteryKwh = 0) =>
  calculateSolar({ region, slopes, useKwh, batteryKwh, importPencePerKwh: 26.11, exportPencePerKwh: 12 }, noReferenceValues).results

test('reproduces the published SAP 10.2 results', () => {
  expect(sumYearlyYield(0, makeSlope(1, 'S', 30))).toBeCloseTo(863.6197, 4)
  expect(sumYearlyYield(0, makeSlope(2.5, 'S', 30, 'modest'))).toBeCloseTo(1727.239, 3)
  expect(calculateMonthlyYield(0, [makeSlope(2.5, 'S', 30, 'modest')])[0]).toBeCloseTo(50.0865, 4)
  expect(calculateSelfUseShare(50.0865, 378.044, 0)).toBeCloseTo(0.693736, 6)
  expect(calculateSelfUseShare(100, 200, 0)).toBeCloseTo(0.486357, 6)
})

const LEEDS = [makeSlope(2.4, 'E', 36), makeSlope(2.4, 'W', 36)]
test.each<[string, number, Slope[], number, number, number, number]>([
  ['Leeds', 11, LEEDS, 3100, 0, 3411.7, 1015.7],
  ['Leeds with 5 kWh', 11, LEEDS, 3100, 5, 3411.7, 1784.2],
  ['Leeds with 10 kWh', 11, LEEDS, 3100, 10, 3411.7, 2183.1],
  ['the south coast', 3, [makeSlope(4, 'S', 35)], 2500, 0, 3946.7, 985.0],
  ['the south coast with 5 kWh', 3, [makeSlope(4, 'S', 35)], 2500, 5, 3946.7, 1745.1],
  ['Shetland', 20, [makeSlope(4, 'S', 30)], 2500, 0, 3086.5, 832.6],
  ['Wales, facing north', 13, [makeSlope(4, 'N', 30)], 2600, 0, 2492.2, 759.0],
  ['two slopes on the Thames', 1, [makeSlope(3, 'SE', 35), makeSlope(2, 'NW', 35)], 4200, 5, 3883.4, 2259.2],
])('calculates generation and self-use for %s', (_, region, slopes, use, battery, generation, selfUse) => {
  const results = calculateRoof(region, slopes, use, battery)
  expect(results['generation']?.middle).toBeCloseTo(generation, 1)
  expect(results['selfUse']?.middle).toBeCloseTo(selfUse, 1)
})

test('calculates saving, self-use ceiling and battery gain for a roof in Leeds', () => {
  const getSaving = (battery: number) => calculateRoof(11, LEEDS, 3100, battery)['saving']?.middle
  expect([0, 5, 10].map((battery) => getSaving(battery)?.toFixed(2))).toEqual(['552.73', '661.15', '717.45'])
  expect(calculateRoof(11, LEEDS, 3100)['ceiling']?.middle).toBeCloseTo(0.657, 3)
  expect(calculateRoof(11, LEEDS, 3100)['selfUseShare']?.middle).toBeCloseTo(0.298, 3)
  expect(calculateBatteryGain({ region: 11, slopes: LEEDS, useKwh: 3100 }, 5, noReferenceValues)).toBeCloseTo(768.4, 1)
  expect(sumYearlyYield(11, makeSlope(4.8, 'S', 36))).toBeCloseTo(4151.5, 1)
})

/** Expected kWh a year of 1 kWp, one row per region: S, SE, E, NE and N at 30°, and S vertical. */
const EXPECTED_YIELDS: readonly (readonly number[])[] = [
  [864, 823, 726, 616, 576, 613],
  [912, 872, 777, 667, 630, 631],
  [964, 923, 824, 710, 674, 661],
  [988, 945, 844, 727, 689, 679],
  [977, 935, 835, 721, 685, 669],
  [943, 902, 803, 690, 652, 652],
  [883, 843, 747, 637, 598, 620],
  [852, 813, 718, 609, 570, 603],
  [870, 829, 729, 615, 572, 623],
  [855, 813, 712, 598, 554, 618],
  [866, 824, 724, 610, 568, 621],
  [864, 823, 726, 616, 576, 613],
  [935, 893, 793, 679, 640, 651],
  [916, 875, 776, 662, 623, 640],
  [821, 781, 684, 573, 530, 594],
  [831, 789, 689, 575, 531, 606],
  [814, 771, 670, 555, 509, 603],
  [788, 747, 649, 537, 492, 582],
  [833, 790, 688, 571, 523, 611],
  [814, 771, 667, 549, 499, 607],
  [772, 730, 629, 514, 464, 582],
  [853, 812, 714, 601, 559, 612],
]
test.each(SAP_REGIONS.map(({ region, name }) => [region, name] as const))(
  'the yield of 1 kWp in region %i (%s) matches SAP in all directions',
  (region) => {
    const slopeYields = (['S', 'SE', 'E', 'NE', 'N'] as const).map((direction) => sumYearlyYield(region, makeSlope(1, direction, 30)))
    expect([...slopeYields, sumYearlyYield(region, makeSlope(1, 'S', 90))].map(Math.round)).toEqual(EXPECTED_YIELDS[region])
    expect(sumYearlyYield(region, makeSlope(1, 'SW', 30))).toBe(sumYearlyYield(region, makeSlope(1, 'SE', 30)))
  },
)

test('a horizontal roof is independent of direction, and the monthly uses add up to the year', () => {
  expect(calculateSlopeRatio({ pitchDegrees: 0, direction: 'N' }, 53, 0)).toBe(1)
  expect(sumYearlyYield(5, makeSlope(3, 'N', 0))).toBeCloseTo(sumYearlyYield(5, makeSlope(3, 'S', 0)), 9)
  expect(calculateMonthlyUse(3100).reduce((sum, kwh) => sum + kwh, 0)).toBeCloseTo(3100, 9)
})

test.each([
  ['LS6', 11],
  ['LS24', 10],
  ['S41', 6],
  ['S7', 11],
  ['SN7', 1],
  ['SN1', 5],
  ['PO19', 2],
  ['PO1', 3],
  ['LA9', 8],
  ['LA1', 7],
  ['KW16', 19],
  ['BT9', 21],
  ['ls6 2ab', 11],
  ['EC1A 1BB', 1],
  ['w1a', 1],
  ['M1 1AE', 7],
  ['M11AE', 7],
  ['GU51 3QT', 3],
  ['LL28', 7],
  ['LL30', 13],
  ['SY14 7AA', 7],
  ['PH26', 16],
  ['EN9', 12],
  ['ZE1 0AA', 20],
  ['HS', 18],
])('postcode %s is in region %i', (postcode, region) => expect(findRegionOfPostcode(postcode)).toBe(region))

test.each(['', 'ZZ1', 'QQ99 9ZZ', 'JE2 3AB', 'IM1', 'LS', 'hello', 'LS6 2A', 'LS6 2CI', '12345', 'LS123A', 'LS6; drop'])(
  'input %j has no region, except for the area LS alone',
  (postcode) => expect(findRegionOfPostcode(postcode)).toBe(postcode === 'LS' ? 11 : undefined),
)
