/** Tests break-evens that are no number, tariffs with three prices, and noise rules, with sums done by hand. */
import { describe, expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues, NATIONS } from '#features/figures/figures.policy.ts'
import { calculateBattery } from './battery.policy.ts'
import { calculateCarAndTariff, type CarAndTariffInputs } from './car-and-tariff.policy.ts'
import type { HeatPumpInputs } from './heat-pump/heat-pump-inputs.policy.ts'
import { calculateHeatPump } from './heat-pump/heat-pump.policy.ts'
import { findNoiseRule } from './heat-pump/noise-rules.policy.ts'
import { calculateNoise } from './heat-pump/noise.policy.ts'
import { calculateAveragePrice, formatAverageSum, listHeatPumpSums, type ThreeRates } from './heat-pump/three-rates.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
const getMiddle = (result: { results: Record<string, { middle: number | null }> }, name: string) => result.results[name]?.middle ?? null
const getCodes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)

const RATES: ThreeRates = {
  cheapPencePerKwh: 15,
  standardPencePerKwh: 30,
  peakPencePerKwh: 45,
  cheapShare: { low: 0.33, middle: 0.33, high: 0.55 },
  peakShare: { low: 0.03, middle: 0.125, high: 0.125 },
}
const HEAT_PUMP: HeatPumpInputs = {
  fuel: 'gas',
  consumptionKwh: 11_500,
  efficiency: 0.85,
  scop: 3.2,
  electricityPencePerKwh: 26.11,
  fuelPencePerKwh: 7.33,
  standingPencePerDay: 29.04,
  isMeterRemoved: false,
  nation: 'england',
  isOffGasGrid: false,
}
const CAR: CarAndTariffInputs = {
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
  plainPencePerKwh: 24.67,
  standingPencePerDay: 0,
}

describe('tariff with three prices', () => {
  test('the average price weighs each price by the share of its hours, with the range of the shares', () => {
    const { low, middle, high } = calculateAveragePrice(RATES)
    expect(middle).toBeCloseTo(26.925, 9)
    expect(low).toBeCloseTo(22.2, 9)
    expect(high).toBeCloseTo(26.925, 9)
    expect(formatAverageSum(RATES)).toBe('Average price: 33% × 15p + 12.5% × 45p + 54.5% × 30p = 26.93p/kWh.')
  })
  test('the heat pump tool uses the average price, and compares it with the flat price', () => {
    const result = calculateHeatPump({ ...HEAT_PUMP, threeRates: RATES }, referenceValues)
    expect(getMiddle(result, 'electricity')).toBeCloseTo(3054.6875, 6)
    expect(getMiddle(result, 'gain')).toBeCloseTo(20.475, 2)
    expect(getMiddle(result, 'tariffSaving')).toBeCloseTo(-24.896, 2)
    expect(listHeatPumpSums(RATES, result)[1]).toBe('A year: 3,055 kWh × 26.93p = £822.')
    expect(getMiddle(calculateHeatPump(HEAT_PUMP, referenceValues), 'tariffPrice')).toBeNull()
  })
  test('the car charges in the cheap hours, the home pays the average price', () => {
    const homeRates = { ...RATES, cheapShare: { low: 0.31, middle: 0.31, high: 0.31 }, peakShare: { low: 0.15, middle: 0.15, high: 0.15 } }
    const result = calculateCarAndTariff({ ...CAR, threeRates: homeRates }, referenceValues)
    expect(getMiddle(result, 'threeRateTariff')).toBeCloseTo(1118.53, 2)
  })
})

describe('break-even of a night tariff', () => {
  test.each<[string, Partial<CarAndTariffInputs>, string]>([
    ['the home alone pays less on it', { plainPencePerKwh: 26.11 }, 'cheaper-without-car'],
    ['the car pays the flat rate', { plainPencePerKwh: 8 }, 'night-not-cheaper'],
    ['the mileage would be 180,000', { plainPencePerKwh: 26.11, nightPencePerKwh: 26, carPencePerKwh: 26 }, 'break-even-out-of-reach'],
    ['the car charges in public', { plainPencePerKwh: 26.11, carPencePerKwh: 55, chargesInPublic: true }, 'charges-in-public'],
    ['only the car pays more', { plainPencePerKwh: 26.11, carPencePerKwh: 30 }, 'cheaper-at-low-mileage'],
  ])('is words instead of a number if %s', (_condition, changes, code) => {
    const result = calculateCarAndTariff({ ...CAR, ...changes }, referenceValues)
    expect(getMiddle(result, 'breakEvenMiles')).toBeNull()
    expect(getMiddle(result, 'breakEvenCarEnergy')).toBeNull()
    expect(getCodes(result)).toEqual([code])
  })
  test('is a number of miles otherwise, by the price that the car pays', () => {
    const result = calculateCarAndTariff({ ...CAR, carPencePerKwh: 7.5 }, referenceValues)
    expect(getMiddle(result, 'breakEvenCarEnergy')).toBeCloseTo(20.44, 2)
    expect(getMiddle(result, 'breakEvenMiles')).toBeCloseTo(65.71, 1)
    expect(getCodes(result)).toEqual([])
  })
})

test('a car at public chargers costs the same on every tariff, and its miles are compared with petrol', () => {
  const result = calculateCarAndTariff({ ...CAR, carPencePerKwh: 55, chargesInPublic: true }, referenceValues)
  const atHome = calculateCarAndTariff({ ...CAR, carPencePerKwh: 0 }, referenceValues)
  const energy = getMiddle(result, 'carEnergy') ?? 0
  expect(getMiddle(result, 'carCost')).toBeCloseTo(energy * 0.55, 6)
  expect(getMiddle(result, 'nightTariff')).toBeCloseTo((getMiddle(atHome, 'nightTariff') ?? 0) + energy * 0.55, 6)
  const homeOnFlatRate = (CAR.houseKwh * CAR.plainPencePerKwh + 365 * CAR.standingPencePerDay) / 100
  expect(getMiddle(result, 'plainTariff')).toBeCloseTo(homeOnFlatRate + energy * 0.55, 6)
})

test('the break-even SCOP is "always" or "never" outside of what heat pumps reach', () => {
  const getResult = (electricityPencePerKwh: number, fuelPencePerKwh: number) =>
    calculateHeatPump({ ...HEAT_PUMP, electricityPencePerKwh, fuelPencePerKwh }, referenceValues)
  expect(getMiddle(getResult(60, 3), 'breakEvenScop')).toBeNull()
  expect(getCodes(getResult(60, 3))).toContain('never-cheaper')
  expect(getMiddle(getResult(5, 7.33), 'breakEvenScop')).toBeNull()
  expect(getCodes(getResult(5, 7.33))).toContain('always-cheaper')
})

test('a battery whose own draw costs more than it moves never breaks even', () => {
  const night = {
    mode: 'night',
    energyKwh: 1700,
    dayPencePerKwh: 29,
    nightPencePerKwh: 9,
    efficiency: 0.9,
    standbyWatts: 20,
    meanPencePerKwh: 20,
  } as const
  const little = calculateBattery({ ...night, energyKwh: 100 }, referenceValues)
  expect(getMiddle(little, 'breakEvenPrice')).toBeNull()
  expect(getCodes(little)).toContain('never-breaks-even')
  // Our defaults of 90% and 20 W have the ranges 85 to 93% and 5 to 60 W: 8.76 × 60 W × 20p = £105.12 at the low end.
  const assumed = calculateBattery({ ...night, isEfficiencyAssumed: true, isStandbyAssumed: true }, referenceValues).results['saving']
  expect(assumed?.middle).toBeCloseTo(287.96, 2)
  expect(assumed?.low).toBeCloseTo(493 - 180 - 105.12, 2)
})

test('a battery questions swapped prices, and names a payback after the warranty', () => {
  const solar = {
    mode: 'solar',
    energyKwh: 640,
    importPencePerKwh: 26.32,
    exportPencePerKwh: 12,
    efficiency: 0.9,
    standbyWatts: 20,
  } as const
  const result = calculateBattery(
    { ...solar, pricePounds: 3000, warranty: { years: 10, countsInAndOut: false, meanState: 1 } },
    referenceValues,
  )
  // £74.80 − £46.11 = £28.68 a year
  expect(result.warnings).toEqual([
    {
      code: 'payback-after-warranty',
      message: 'The warranty ends after 10 years, before the battery has paid for itself in over 100 years.',
    },
  ])
  // 6,400 kWh of energy last ten years, so a limit of 3,200 kWh lasts five.
  const limited = { years: 10, throughputKwh: 3200, countsInAndOut: false, meanState: 1 }
  expect(calculateBattery({ ...solar, pricePounds: 200, warranty: limited }, referenceValues).warnings[0]?.message).toContain(
    'after about 5 years of your use, before the battery has paid for itself in 7 years.',
  )
  const night = { mode: 'night', energyKwh: 1700, efficiency: 0.9, standbyWatts: 20, meanPencePerKwh: 20 } as const
  expect(getCodes(calculateBattery({ ...night, dayPencePerKwh: 9, nightPencePerKwh: 29 }, referenceValues))).toContain('prices-swapped')
  const cheap = { ...night, dayPencePerKwh: 29, nightPencePerKwh: 9, pricePounds: 2000 }
  expect(getCodes(calculateBattery({ ...cheap, warranty: { years: 10, countsInAndOut: false, meanState: 1 } }, referenceValues))).toEqual(
    [],
  )
})

describe('noise rule', () => {
  const getWarnings = (nation: (typeof NATIONS)[number], day = '2026-11-23') =>
    getCodes(
      calculateNoise(
        { powersDb: [54], directivity: 4, distanceM: 5, barrierDb: 0, nation },
        createReferenceValues(readReferenceValueRows(), day),
      ),
    )
  test('is that of England and, since 1 June 2026, of Wales; elsewhere the limit is guidance', () => {
    expect(NATIONS.filter((nation) => getWarnings(nation).length === 0)).toEqual(['england', 'wales'])
    expect(NATIONS.filter((nation) => getWarnings(nation, '2026-05-31').length === 0)).toEqual(['england'])
  })
  test('a level that may be a sound pressure is questioned', () => {
    const listCodes = (power: number) =>
      getCodes(calculateNoise({ powersDb: [power], directivity: 4, distanceM: 5, barrierDb: 0, nation: 'england' }, referenceValues))
    expect(listCodes(35)).toEqual(['sound-pressure'])
    expect(listCodes(45)).toEqual([])
  })
  test('every nation has one with its source', () => {
    for (const nation of NATIONS) {
      expect(findNoiseRule(nation).text.length).toBeGreaterThan(40)
      expect(findNoiseRule(nation).source.url).toMatch(/^https:\/\//)
    }
  })
})
