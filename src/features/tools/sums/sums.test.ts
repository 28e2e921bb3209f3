/** Tests each calculation with worked examples and with the values of other homes. */
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { getSapRegion } from '#features/tools/places/sap-regions.policy.ts'
import { calculateParityPrice, calculatePetrolCost, calculateCarAndTariff, type CarAndTariffInputs } from './car-and-tariff.policy.ts'
import { calculateEnergyCostFactor, findEpcBand, calculateEpcScore, calculateSapCost } from './epc.policy.ts'
import { calculateHotWaterKwh, checkQuotedSize, calculateHeatLossFromFabric, calculateHeatLossFromMeter } from './heat-loss.policy.ts'
import { convertLitresToKwh, calculateHeatPump, findScopAtFlow } from './heat-pump/heat-pump.policy.ts'
import type { HeatPumpInputs } from './heat-pump/heat-pump-inputs.policy.ts'
import { calculateInsulation } from './insulation.policy.ts'
import { calculateNoise, roundLevelUp, combineSoundPowers } from './heat-pump/noise.policy.ts'
import {
  calculateFlowTemperature,
  calculateOutputForFlow,
  calculateRadiatorOutput,
  calculateRadiators,
} from './heat-pump/radiators.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
const getMiddle = (result: { results: Record<string, { middle: number | null }> }, name: string) =>
  result.results[name]?.middle ?? Number.NaN

describe('heat pump', () => {
  const home: HeatPumpInputs = {
    fuel: 'gas',
    consumptionKwh: 11_500,
    efficiency: 0.85,
    scop: 2.76,
    electricityPencePerKwh: 26.11,
    fuelPencePerKwh: 7.33,
    standingPencePerDay: 29.04,
    isMeterRemoved: false,
    nation: 'england',
    isOffGasGrid: false,
  }
  test.each<[Partial<HeatPumpInputs>, number, number, string, string, number]>([
    [{}, -81.78, 24.22, '3.03', '2.69', 1633],
    [{ scop: 3.9 }, 188.53, 294.52, '3.03', '2.69', 1768],
    [{ consumptionKwh: 9500, scop: 3.2 }, 37.48, 143.48, '3.03', '2.63', 1401],
    [{ consumptionKwh: 9500, efficiency: 0.8, scop: 2.8 }, -12.35, 93.65, '2.85', '2.47', 1376],
    [{ scop: 3.2 }, 45.37, 151.37, '3.03', '2.69', 1697],
  ])('calculates gain, break-even SCOP and carbon with %j', (changes, gain, gainWithoutMeter, breakEven, breakEvenWithoutMeter, carbon) => {
    const withMeter = calculateHeatPump({ ...home, ...changes }, referenceValues)
    const withoutMeter = calculateHeatPump({ ...home, ...changes, isMeterRemoved: true }, referenceValues)
    expect(getMiddle(withMeter, 'gain').toFixed(2)).toBe(gain.toFixed(2))
    expect(getMiddle(withoutMeter, 'gain').toFixed(2)).toBe(gainWithoutMeter.toFixed(2))
    expect(getMiddle(withMeter, 'breakEvenScop').toFixed(2)).toBe(breakEven)
    expect(getMiddle(withoutMeter, 'breakEvenScop').toFixed(2)).toBe(breakEvenWithoutMeter)
    expect(Math.round(getMiddle(withMeter, 'carbonSaved'))).toBe(carbon)
  })
  test('takes the SCOP range from its row and interpolates between rows', () => {
    expect(findScopAtFlow(45, referenceValues)).toEqual({ low: 3, value: 3.3, high: 3.7 })
    expect(
      calculateHeatPump({ ...home, scop: undefined, flowCelsius: 45 }, referenceValues).referenceKeys.filter((key) =>
        key.startsWith('scop.'),
      ),
    ).toEqual(['scop.flow-45'])
    expect(findScopAtFlow(47.5, referenceValues)?.value).toBeCloseTo(3.15, 9)
    expect(findScopAtFlow(55, referenceValues)?.high).toBeCloseTo(3, 9)
    const { results } = calculateHeatPump({ ...home, scop: undefined, flowCelsius: 35 }, referenceValues)
    expect(results['scop']).toEqual({ low: 3.6, middle: 3.9, high: 4.3, unit: '' })
  })
  test('the grant depends on the nation, the replaced fuel and the day', () => {
    const getGrant = (changes: Partial<HeatPumpInputs>) => getMiddle(calculateHeatPump({ ...home, ...changes }, referenceValues), 'grant')
    expect(getGrant({})).toBe(7500)
    expect(getGrant({ fuel: 'oil', isOffGasGrid: true, nation: 'wales' })).toBe(9000)
    expect(getGrant({ fuel: 'oil', isOffGasGrid: false })).toBe(7500)
    expect(getGrant({ nation: 'scotland' })).toBe(7500)
    expect(getGrant({ nation: 'northern-ireland' })).toBe(0)
    const juneValues = createReferenceValues(readReferenceValueRows(), '2026-06-30')
    expect(getMiddle(calculateHeatPump({ ...home, fuel: 'oil', isOffGasGrid: true }, juneValues), 'grant')).toBe(7500)
  })
  test('payback is the price after the grant ÷ gain, and null without a gain', () => {
    const profitable = calculateHeatPump({ ...home, scop: 3.9, quotePounds: 12_500 }, referenceValues)
    expect(getMiddle(profitable, 'payback')).toBeCloseTo(5000 / 188.5256, 3)
    expect(getMiddle(profitable, 'paybackBesideBoiler')).toBeCloseTo(2000 / 188.5256, 3)
    const unprofitable = calculateHeatPump({ ...home, quotePounds: 12_500 }, referenceValues)
    expect(unprofitable.results['payback']).toMatchObject({ middle: null, high: null })
  })
  test('converts litres of oil and LPG to kWh', () => {
    expect(convertLitresToKwh('oil', 1000, referenceValues)).toBeCloseTo(10_290, 9)
    expect(convertLitresToKwh('lpg', 1000, referenceValues)).toBeCloseTo(7260, 9)
  })
})

describe('heat loss', () => {
  const calculateFromMeter = (consumptionKwh: number, people: number, region: number) =>
    calculateHeatLossFromMeter(
      {
        consumptionKwh,
        efficiency: 0.85,
        people,
        degreeDays: getSapRegion(region).degreeDays,
        indoorCelsius: 20,
        designCelsius: -3,
      },
      referenceValues,
    )
  test('is calculated from the meter reading, with its range', () => {
    expect(calculateHotWaterKwh(3)).toBeCloseTo(1744.7, 1)
    expect(getMiddle(calculateFromMeter(11_500, 3, 6), 'heatLossCoefficient')).toBeCloseTo(152.9, 1)
    expect(getMiddle(calculateFromMeter(11_500, 3, 6), 'load')).toBeCloseTo(3.52, 2)
    expect(getMiddle(calculateFromMeter(17_800, 2, 5), 'heatLossCoefficient')).toBeCloseTo(280.0, 1)
    expect(getMiddle(calculateFromMeter(17_800, 2, 5), 'load')).toBeCloseTo(6.44, 2)
    const { low, high } = calculateFromMeter(17_800, 2, 5).results['load'] ?? {}
    expect([low, high].map((kw) => kw?.toFixed(2))).toEqual(['5.47', '7.73'])
  })
  test('is calculated from the fabric, before and after insulating the walls', () => {
    const calculateFromFabric = (wallUValue: number) =>
      calculateHeatLossFromFabric(
        {
          elements: [
            { areaM2: 80, uValue: wallUValue },
            { areaM2: 45, uValue: 0.16 },
            { areaM2: 45, uValue: 0.7 },
            { areaM2: 16, uValue: 2.8 },
            { areaM2: 3.8, uValue: 3 },
          ],
          airChangesPerHour: 0.75,
          volumeM3: 200,
          indoorCelsius: 20,
          designCelsius: -3,
        },
        referenceValues,
      )
    expect(getMiddle(calculateFromFabric(1.7), 'fabricLoss')).toBeCloseTo(230.9, 9)
    expect(getMiddle(calculateFromFabric(1.7), 'ventilationLoss')).toBeCloseTo(49.5, 9)
    expect(getMiddle(calculateFromFabric(1.7), 'load')).toBeCloseTo(6.45, 2)
    expect(getMiddle(calculateFromFabric(0.3), 'load')).toBeCloseTo(3.87, 2)
  })
  test('checkQuotedSize questions a size outside the band', () => {
    expect([4, 4.5, 6.4, 9.6, 9.7].map((kw) => checkQuotedSize(kw, 6.44, referenceValues))).toEqual(['ask', 'ask', 'fine', 'fine', 'ask'])
  })
})

test('radiators: calculates the flow temperature and the missing output of each room', () => {
  const getFlow = (lossWatts: number, outputWatts: number, roomCelsius: number) =>
    calculateFlowTemperature({ lossWatts, outputWatts, roomCelsius })
  const flows = [getFlow(900, 2000, 20), getFlow(900, 1400, 20), getFlow(1200, 2600, 21), getFlow(300, 1000, 20), getFlow(550, 1000, 20)]
  expect(flows.map((celsius) => celsius.toFixed(1))).toEqual(['49.6', '58.1', '51.1', '42.3', '54.1'])
  expect(getFlow(900, calculateOutputForFlow({ lossWatts: 900, roomCelsius: 20 }, 45), 20)).toBeCloseTo(45, 9)
  expect(calculateRadiatorOutput(2000, 50)).toBe(2000)
  const rooms = [
    { lossWatts: 900, outputWatts: 2000, roomCelsius: 20 },
    { lossWatts: 900, outputWatts: 1400, roomCelsius: 20 },
  ]
  const house = calculateRadiators({ rooms }, referenceValues)
  expect(getMiddle(house, 'flowTemperature')).toBeCloseTo(58.1, 1)
  expect(house.rooms[1]?.missingOutputWatts['45']).toBeGreaterThan(house.rooms[0]?.missingOutputWatts['45'] ?? 0)
})

describe('car and tariff', () => {
  const home: CarAndTariffInputs = {
    mpg: 45,
    pumpPencePerLitre: 158.52,
    kwhPerMile: 0.28,
    efficiency: 0.9,
    milesPerYear: 8000,
    houseKwh: 2700,
    nightShare: 0.2,
    dayPencePerKwh: 29,
    nightPencePerKwh: 8,
    carPencePerKwh: 8,
    plainPencePerKwh: 26.11,
    standingPencePerDay: 0,
    carOnly: { housePencePerKwh: 25.5, carPencePerKwh: 7.5 },
  }
  test('calculates the yearly cost on three tariffs', () => {
    const year = calculateCarAndTariff(home, referenceValues)
    expect(getMiddle(year, 'nightTariff').toFixed(2)).toBe('868.71')
    expect(getMiddle(year, 'carOnlyTariff').toFixed(2)).toBe('875.17')
    expect(getMiddle(year, 'plainTariff').toFixed(2)).toBe('1354.82')
  })
  test('calculates the car energy from which the night tariff is cheaper', () => {
    const getBreakEven = (nightShare: number) =>
      getMiddle(calculateCarAndTariff({ ...home, nightShare, plainPencePerKwh: 24.67 }, referenceValues), 'breakEvenCarEnergy')
    expect(getBreakEven(0).toFixed(1)).toBe('701.3')
    expect(getBreakEven(0.2).toFixed(1)).toBe('21.1')
    expect(calculateCarAndTariff({ ...home, plainPencePerKwh: 8 }, referenceValues).results['breakEvenMiles']?.middle).toBeNull()
  })
  test('calculates the parity price and the cost of petrol', () => {
    const getParityPrice = (pumpPencePerLitre: number) =>
      calculateParityPrice({ mpg: 45, kwhPerMile: 0.27, efficiency: 0.9, pumpPencePerLitre }).toFixed(1)
    expect([133.5, 158.52].map(getParityPrice)).toEqual(['45.0', '53.4'])
    expect(calculatePetrolCost({ milesPerYear: 7000, mpg: 45, pumpPencePerLitre: 158.52 }).toFixed(2)).toBe('1120.98')
  })
})

test('noise: calculates level, combined power and minimum distance, and rounds levels up', () => {
  const getLevel = (power: number, directivity: 2 | 4 | 8, distanceM: number) =>
    getMiddle(calculateNoise({ powersDb: [power], directivity, distanceM, barrierDb: 0, nation: 'england' }, referenceValues), 'level')
  const levels = [getLevel(54, 4, 5), getLevel(54, 8, 5), getLevel(52, 2, 3), getLevel(52, 4, 3), getLevel(57, 2, 3)]
  expect(levels.map((db) => db.toFixed(2))).toEqual(['35.05', '38.06', '34.48', '37.49', '39.48'])
  expect(levels.map(roundLevelUp)).toEqual([36, 39, 35, 38, 40])
  expect(combineSoundPowers([54, 54])).toBeCloseTo(57.01, 2)
  const loud = calculateNoise({ powersDb: [57], directivity: 2, distanceM: 3, barrierDb: 0, nation: 'england' }, referenceValues)
  expect(loud.warnings.map(({ code }) => code)).toEqual(['above-limit'])
  const minDistance = loud.results['distanceForLimit']?.middle ?? 0
  expect(getLevel(57, 2, minDistance)).toBeCloseTo(37, 9)
})

test('insulation: calculates heat, fuel and saving', () => {
  const calculateJob = (degreeDays: number) =>
    calculateInsulation({ areaM2: 45, uBefore: 0.4, uAfter: 0.16, degreeDays, efficiency: 0.85, pencePerKwh: 7.33 }, referenceValues)
  expect(calculateJob(2000).results['energy']?.high).toBeCloseTo(518.4, 9)
  expect(calculateJob(2000).results['fuel']?.high).toBeCloseTo(609.9, 1)
  const pounds = [2000, getSapRegion(6).degreeDays, getSapRegion(17).degreeDays].map((degreeDays) =>
    calculateJob(degreeDays).results['saving']?.high?.toFixed(2),
  )
  expect(pounds).toEqual(['44.70', '48.91', '65.20'])
  expect(getMiddle(calculateJob(2000), 'energy')).toBeCloseTo(518.4 * 0.8, 9)
  expect(calculateJob(2000).results['energy']?.low).toBeCloseTo(311.04, 9)
})

test('EPC: calculates score and band, and the cost from the score', () => {
  expect(calculateEnergyCostFactor(554.13, 100)).toBeCloseTo(1.3758, 4)
  expect(calculateEpcScore(554.13, 100).toFixed(2)).toBe('77.70')
  expect(calculateEpcScore(900, 85).toFixed(1)).toBe('59.6')
  expect(calculateEpcScore(1600, 85).toFixed(1)).toBe('30.9')
  expect([calculateEpcScore(554.13, 100), calculateEpcScore(900, 85), calculateEpcScore(1600, 85), -10, 91.5].map(findEpcBand)).toEqual([
    'C',
    'D',
    'F',
    'G',
    'A',
  ])
  expect(calculateSapCost(calculateEpcScore(900, 85), 85)).toBeCloseTo(900, 6)
  expect(calculateSapCost(calculateEpcScore(1600, 85), 85)).toBeCloseTo(1600, 6)
})
