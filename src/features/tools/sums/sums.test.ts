/** Worked examples of each calculation, and values of other homes. */
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { getSapRegion } from '#features/tools/places/sap-regions.policy.ts'
import { coveredEnergy, nightEnergy, maxOutputOfThroughput, calculateBattery, type NightBatteryInputs } from './battery.policy.ts'
import { parityPrice, petrolCost, calculateCarAndTariff, type CarAndTariffInputs } from './car-and-tariff.policy.ts'
import { energyCostFactor, epcBand, epcScore, sapCostOfScore } from './epc.policy.ts'
import { hotWaterKwh, checkQuotedSize, calculateHeatLossFromFabric, calculateHeatLossFromMeter } from './heat-loss.policy.ts'
import { kwhOfLitres, calculateHeatPump, scopAtFlow, type HeatPumpInputs } from './heat-pump.policy.ts'
import { calculateInsulation } from './insulation.policy.ts'
import { calculateNoise, roundLevel, soundPowerOf } from './noise.policy.ts'
import { flowTemperature, outputForFlow, radiatorOutput, calculateRadiators } from './radiators.policy.ts'
import { loadManagedCurrent, kilowattsOf, calculateSupply } from './supply.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
const middle = (result: { results: Record<string, { middle: number | null }> }, name: string) => result.results[name]?.middle ?? Number.NaN

describe('heat pump', () => {
  const home: HeatPumpInputs = {
    fuel: 'gas',
    consumptionKwh: 11_500,
    efficiency: 0.85,
    scop: 2.76,
    electricityPencePerKwh: 26.11,
    fuelPencePerKwh: 7.33,
    standingPencePerDay: 29.04,
    meterGoes: false,
    nation: 'england',
    isOffGasGrid: false,
  }
  test.each<[Partial<HeatPumpInputs>, number, number, string, string, number]>([
    [{}, -81.78, 24.22, '3.03', '2.69', 1477],
    [{ scop: 3.9 }, 188.53, 294.52, '3.03', '2.69', 1660],
    [{ consumptionKwh: 9500, scop: 3.2 }, 37.48, 143.48, '3.03', '2.63', 1291],
    [{ consumptionKwh: 9500, efficiency: 0.8, scop: 2.8 }, -12.35, 93.65, '2.85', '2.47', 1258],
    [{ scop: 3.2 }, 45.37, 151.37, '3.03', '2.69', 1563],
  ])('gain, break-even and carbon with %j', (changes, gain, gainWithoutMeter, breakEven, breakEvenWithoutMeter, carbon) => {
    const withMeter = calculateHeatPump({ ...home, ...changes }, referenceValues)
    const withoutMeter = calculateHeatPump({ ...home, ...changes, meterGoes: true }, referenceValues)
    expect(middle(withMeter, 'gain').toFixed(2)).toBe(gain.toFixed(2))
    expect(middle(withoutMeter, 'gain').toFixed(2)).toBe(gainWithoutMeter.toFixed(2))
    expect(middle(withMeter, 'breakEvenScop').toFixed(2)).toBe(breakEven)
    expect(middle(withoutMeter, 'breakEvenScop').toFixed(2)).toBe(breakEvenWithoutMeter)
    expect(Math.round(middle(withMeter, 'carbonSaved'))).toBe(carbon)
  })
  test('takes the SCOP range from its row and interpolates between rows', () => {
    expect(scopAtFlow(45, referenceValues)).toEqual({ low: 3, value: 3.3, high: 3.7 })
    expect(
      calculateHeatPump({ ...home, scop: undefined, flowCelsius: 45 }, referenceValues).referenceKeys.filter((key) =>
        key.startsWith('scop.'),
      ),
    ).toEqual(['scop.flow-45'])
    expect(scopAtFlow(47.5, referenceValues)?.value).toBeCloseTo(3.15, 9)
    expect(scopAtFlow(55, referenceValues)?.high).toBeCloseTo(3, 9)
    const { results } = calculateHeatPump({ ...home, scop: undefined, flowCelsius: 35 }, referenceValues)
    expect(results['scop']).toEqual({ low: 3.6, middle: 3.9, high: 4.3, unit: '' })
  })
  test('the grant depends on the nation, the replaced fuel and the day', () => {
    const grant = (changes: Partial<HeatPumpInputs>) => middle(calculateHeatPump({ ...home, ...changes }, referenceValues), 'grant')
    expect(grant({})).toBe(7500)
    expect(grant({ fuel: 'oil', isOffGasGrid: true, nation: 'wales' })).toBe(9000)
    expect(grant({ fuel: 'oil', isOffGasGrid: false })).toBe(7500)
    expect(grant({ nation: 'scotland' })).toBe(7500)
    expect(grant({ nation: 'northern-ireland' })).toBe(0)
    const june = createReferenceValues(readReferenceValueRows(), '2026-06-30')
    expect(middle(calculateHeatPump({ ...home, fuel: 'oil', isOffGasGrid: true }, june), 'grant')).toBe(7500)
  })
  test('payback is the price after the grant ÷ gain, and null without a gain', () => {
    const pays = calculateHeatPump({ ...home, scop: 3.9, quotePounds: 12_500 }, referenceValues)
    expect(middle(pays, 'payback')).toBeCloseTo(5000 / 188.5256, 3)
    expect(middle(pays, 'paybackBesideBoiler')).toBeCloseTo(2000 / 188.5256, 3)
    const never = calculateHeatPump({ ...home, quotePounds: 12_500 }, referenceValues)
    expect(never.results['payback']).toMatchObject({ middle: null, high: null })
  })
  test('converts litres of oil and LPG to kWh', () => {
    expect(kwhOfLitres('oil', 1000, referenceValues)).toBeCloseTo(10_350, 9)
    expect(kwhOfLitres('lpg', 1000, referenceValues)).toBeCloseTo(7100, 9)
  })
})

describe('heat loss', () => {
  const meter = (consumptionKwh: number, people: number, region: number) =>
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
  test('is calculated from the meter', () => {
    expect(hotWaterKwh(3)).toBeCloseTo(1744.7, 1)
    expect(middle(meter(11_500, 3, 6), 'heatLossCoefficient')).toBeCloseTo(152.9, 1)
    expect(middle(meter(11_500, 3, 6), 'load')).toBeCloseTo(3.52, 2)
    expect(middle(meter(17_800, 2, 5), 'heatLossCoefficient')).toBeCloseTo(280.0, 1)
    expect(middle(meter(17_800, 2, 5), 'load')).toBeCloseTo(6.44, 2)
    const { low, high } = meter(17_800, 2, 5).results['load'] ?? {}
    expect([low, high].map((kw) => kw?.toFixed(2))).toEqual(['5.47', '7.73'])
  })
  test('is calculated from the fabric, before and after insulating the walls', () => {
    const fabric = (walls: number) =>
      calculateHeatLossFromFabric(
        {
          elements: [
            { areaM2: 80, uValue: walls },
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
    expect(middle(fabric(1.7), 'fabricLoss')).toBeCloseTo(230.9, 9)
    expect(middle(fabric(1.7), 'ventilationLoss')).toBeCloseTo(49.5, 9)
    expect(middle(fabric(1.7), 'load')).toBeCloseTo(6.45, 2)
    expect(middle(fabric(0.3), 'load')).toBeCloseTo(3.87, 2)
  })
  test('questions a quoted size outside the band', () => {
    expect([4, 4.5, 6.4, 9.6, 9.7].map((kw) => checkQuotedSize(kw, 6.44, referenceValues))).toEqual(['ask', 'ask', 'fine', 'fine', 'ask'])
  })
})

test('radiators: flow temperature and missing output', () => {
  const flow = (lossWatts: number, outputWatts: number, roomCelsius: number) => flowTemperature({ lossWatts, outputWatts, roomCelsius })
  const found = [flow(900, 2000, 20), flow(900, 1400, 20), flow(1200, 2600, 21), flow(300, 1000, 20), flow(550, 1000, 20)]
  expect(found.map((celsius) => celsius.toFixed(1))).toEqual(['49.6', '58.1', '51.1', '42.3', '54.1'])
  expect(flow(900, outputForFlow({ lossWatts: 900, roomCelsius: 20 }, 45), 20)).toBeCloseTo(45, 9)
  expect(radiatorOutput(2000, 50)).toBe(2000)
  const rooms = [
    { lossWatts: 900, outputWatts: 2000, roomCelsius: 20 },
    { lossWatts: 900, outputWatts: 1400, roomCelsius: 20 },
  ]
  const house = calculateRadiators({ rooms }, referenceValues)
  expect(middle(house, 'flowTemperature')).toBeCloseTo(58.1, 1)
  expect(house.rooms[1]?.missingOutputWatts['45']).toBeGreaterThan(house.rooms[0]?.missingOutputWatts['45'] ?? 0)
})

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
  test('saving, payback and break-even price in night mode', () => {
    const saving = (changes: Partial<NightBatteryInputs>) =>
      middle(calculateBattery({ ...night, ...changes }, referenceValues), 'saving').toFixed(2)
    expect(saving({})).toBe('323.00')
    expect(saving({ standbyWatts: 20 })).toBe('287.96')
    expect(middle(calculateBattery({ ...night, standbyWatts: 20 }, referenceValues), 'payback')).toBeCloseTo(10.4, 1)
    expect([7, 12, 15].map((nightPencePerKwh) => saving({ nightPencePerKwh }))).toEqual(['360.78', '266.33', '209.67'])
    const { breakEvenPrice } = calculateBattery({ ...night, standbyWatts: 20 }, referenceValues).results
    expect(
      middle(calculateBattery({ ...night, standbyWatts: 20, nightPencePerKwh: breakEvenPrice?.middle ?? 0 }, referenceValues), 'saving'),
    ).toBeCloseTo(0, 9)
  })
  test('saving and payback in solar mode', () => {
    const sun = calculateBattery(
      { mode: 'solar', energyKwh: 768.5, efficiency: 0.9, importPencePerKwh: 26.11, exportPencePerKwh: 12, pricePounds: 3000 },
      referenceValues,
    )
    expect(middle(sun, 'saving').toFixed(2)).toBe('88.37')
    expect(middle(sun, 'payback')).toBeCloseTo(33.9, 1)
  })
  test('the warranty covers the smallest of its limits', () => {
    expect(maxOutputOfThroughput(32_000, 0.9)).toBeCloseTo(15_160, -1)
    const warranty = { years: 10, countsInAndOut: true, meanState: 0.8 }
    expect(coveredEnergy(1700, 0.9, warranty)).toBe(17_000)
    expect(coveredEnergy(1700, 0.9, { ...warranty, throughputKwh: 32_000 })).toBeCloseTo(15_157.89, 2)
    expect(coveredEnergy(1700, 0.9, { ...warranty, throughputKwh: 32_000, countsInAndOut: false })).toBe(17_000)
    expect(coveredEnergy(1700, 0.9, { ...warranty, cycles: 3000, sizeKwh: 5 })).toBe(12_000)
    expect(nightEnergy(5, [3, 5, 8])).toBe(13)
  })
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
  test('yearly cost on three tariffs', () => {
    const year = calculateCarAndTariff(home, referenceValues)
    expect(middle(year, 'nightTariff').toFixed(2)).toBe('868.71')
    expect(middle(year, 'carOnlyTariff').toFixed(2)).toBe('875.17')
    expect(middle(year, 'plainTariff').toFixed(2)).toBe('1354.82')
  })
  test('break-even of the night tariff', () => {
    const breakEven = (nightShare: number) =>
      middle(calculateCarAndTariff({ ...home, nightShare, plainPencePerKwh: 24.67 }, referenceValues), 'breakEvenCarEnergy')
    expect(breakEven(0).toFixed(1)).toBe('701.3')
    expect(breakEven(0.2).toFixed(1)).toBe('21.1')
    expect(calculateCarAndTariff({ ...home, plainPencePerKwh: 8 }, referenceValues).results['breakEvenMiles']?.middle).toBeNull()
  })
  test('parity price and cost of petrol', () => {
    const parity = (pumpPencePerLitre: number) => parityPrice({ mpg: 45, kwhPerMile: 0.27, efficiency: 0.9, pumpPencePerLitre }).toFixed(1)
    expect([133.5, 158.52].map(parity)).toEqual(['45.0', '53.4'])
    expect(petrolCost({ milesPerYear: 7000, mpg: 45, pumpPencePerLitre: 158.52 }).toFixed(2)).toBe('1120.98')
  })
})

test('noise: level, rounding up, combined power and distance for the limit', () => {
  const level = (power: number, directivity: 2 | 4 | 8, distanceM: number) =>
    middle(calculateNoise({ powersDb: [power], directivity, distanceM, barrierDb: 0, nation: 'england' }, referenceValues), 'level')
  const found = [level(54, 4, 5), level(54, 8, 5), level(52, 2, 3), level(52, 4, 3), level(57, 2, 3)]
  expect(found.map((db) => db.toFixed(2))).toEqual(['35.05', '38.06', '34.48', '37.49', '39.48'])
  expect(found.map(roundLevel)).toEqual([36, 39, 35, 38, 40])
  expect(soundPowerOf([54, 54])).toBeCloseTo(57.01, 2)
  const loud = calculateNoise({ powersDb: [57], directivity: 2, distanceM: 3, barrierDb: 0, nation: 'england' }, referenceValues)
  expect(loud.warnings.map(({ code }) => code)).toEqual(['above-limit'])
  const far = loud.results['distanceForLimit']?.middle ?? 0
  expect(level(57, 2, far)).toBeCloseTo(37, 9)
})

test('insulation: heat, fuel and saving', () => {
  const job = (degreeDays: number) =>
    calculateInsulation({ areaM2: 45, uBefore: 0.4, uAfter: 0.16, degreeDays, efficiency: 0.85, pencePerKwh: 7.33 }, referenceValues)
  expect(middle(job(2000), 'energy')).toBeCloseTo(518.4, 9)
  expect(middle(job(2000), 'fuel')).toBeCloseTo(609.9, 1)
  const pounds = [2000, getSapRegion(6).degreeDays, getSapRegion(17).degreeDays].map((degreeDays) =>
    middle(job(degreeDays), 'saving').toFixed(2),
  )
  expect(pounds).toEqual(['44.70', '48.91', '65.20'])
  expect(job(2000).results['energy']?.low).toBeCloseTo(311.04, 9)
})

test('EPC score, band and inverse', () => {
  expect(energyCostFactor(554.13, 100)).toBeCloseTo(1.3758, 4)
  expect(epcScore(554.13, 100).toFixed(2)).toBe('77.70')
  expect(epcScore(900, 85).toFixed(1)).toBe('59.6')
  expect(epcScore(1600, 85).toFixed(1)).toBe('30.9')
  expect([epcScore(554.13, 100), epcScore(900, 85), epcScore(1600, 85), -10, 91.5].map(epcBand)).toEqual(['C', 'D', 'F', 'G', 'A'])
  expect(sapCostOfScore(epcScore(900, 85), 85)).toBeCloseTo(900, 6)
  expect(sapCostOfScore(epcScore(1600, 85), 85)).toBeCloseTo(1600, 6)
})

test('supply: peak, load management and limits of charger and inverter', () => {
  const home = { houseAmps: 45, chargerAmps: 32, fuseAmps: 80, phases: 1 as const, inverterKw: 0 }
  const plain = calculateSupply(home, referenceValues)
  expect(middle(plain, 'peak')).toBe(77)
  expect(plain.answers.charger).toBe('ask first')
  const managed = calculateSupply({ ...home, limitAmps: 60 }, referenceValues)
  expect(middle(managed, 'chargingCurrent')).toBe(15)
  expect(middle(managed, 'chargingPower')).toBe(3.45)
  expect(managed.answers.charger).toBe('notify')
  expect(loadManagedCurrent({ limitAmps: 100, houseAmps: 20, chargerAmps: 32 })).toBe(32)
  expect(kilowattsOf(60)).toBe(13.8)
  expect(kilowattsOf(16)).toBe(3.68)
  expect(kilowattsOf(16, 3)).toBe(11.04)
  const inverter = (inverterKw: number, phases: 1 | 3) => calculateSupply({ ...home, inverterKw, phases }, referenceValues).answers.inverter
  expect([inverter(0, 1), inverter(3.68, 1), inverter(5, 1), inverter(11.04, 3), inverter(12, 3)]).toEqual([
    'nothing to do',
    'notify',
    'ask first',
    'notify',
    'ask first',
  ])
  expect(calculateSupply({ ...home, fuseAmps: 60, chargerAmps: 14, houseAmps: 45 }, referenceValues).answers.charger).toBe('notify')
})
