/** Calculates the tool `car-and-tariff`: yearly cost of house and car by type of tariff, and the public charging price equal to petrol. */
import { createBand, createEmptyBand, type Band, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { limitBreakEven } from '#features/tools/figures/break-even.policy.ts'
import { trackReferenceValueUse, scaleRange, type ReferenceValues } from '#features/figures/figures.policy.ts'
import { formatNumber } from '#wording/numbers.ts'
import { calculateAveragePrice, type ThreeRates } from './heat-pump/three-rates.policy.ts'

export interface CarInputs {
  mpg: number
  pumpPencePerLitre: number
  kwhPerMile: number
  /** Charging efficiency from socket to battery, 0 to 1. */
  efficiency: number
  /** Whether `efficiency` is our default, whose range then counts. */
  isEfficiencyAssumed?: boolean | undefined
  milesPerYear: number
}

export interface TariffInputs {
  /** Electricity that the house uses in a year, without the car. */
  houseKwh: number
  /** Share of the house's use in the night window, 0 to 1. */
  nightShare: number
  dayPencePerKwh: number
  nightPencePerKwh: number
  /** Price of charging the car on the night tariff, or at public chargers. */
  carPencePerKwh: number
  /** Whether the car charges at public chargers, at the same price whatever the tariff of the home. */
  chargesInPublic?: boolean | undefined
  plainPencePerKwh: number
  standingPencePerDay: number
  /** Prices of a tariff that charges the car at a cheap rate all day; undefined if it is not compared. */
  carOnly?: { housePencePerKwh: number; carPencePerKwh: number } | undefined
  /** Tariff with three prices a day, on which the car charges in the cheap hours; undefined if it is not compared. */
  threeRates?: ThreeRates | undefined
}

export type CarAndTariffInputs = CarInputs & TariffInputs

/** The published formula rounds this; the exact value is 4.54609. */
const LITRES_PER_GALLON = 4.546

/** Returns the cost of petrol in £ a year. */
export const calculatePetrolCost = ({
  milesPerYear,
  mpg,
  pumpPencePerLitre,
}: Pick<CarInputs, 'milesPerYear' | 'mpg' | 'pumpPencePerLitre'>) => (milesPerYear * (LITRES_PER_GALLON / mpg) * pumpPencePerLitre) / 100

/** Returns the public charging price in p/kWh at which a mile costs as much as on petrol: (4.546 ÷ mpg × pump price) × η ÷ kWh a mile. */
export const calculateParityPrice = ({ mpg, pumpPencePerLitre, kwhPerMile, efficiency }: Omit<CarInputs, 'milesPerYear'>) =>
  ((LITRES_PER_GALLON / mpg) * pumpPencePerLitre * efficiency) / kwhPerMile

/** Returns the kWh a year that the car draws from the socket: miles × kWh a mile ÷ η. */
const calculateCarEnergy = ({ milesPerYear, kwhPerMile, efficiency }: Pick<CarInputs, 'milesPerYear' | 'kwhPerMile' | 'efficiency'>) =>
  (milesPerYear * kwhPerMile) / efficiency

/** Returns the cost in £ a year: house by day × day price + house by night × night price + car × its price + 365 × standing charge. */
function calculateNightTariffCost(carKwh: number, inputs: TariffInputs): number {
  const { houseKwh, nightShare, dayPencePerKwh, nightPencePerKwh, carPencePerKwh, standingPencePerDay } = inputs
  const house = houseKwh * (1 - nightShare) * dayPencePerKwh + houseKwh * nightShare * nightPencePerKwh
  return (house + carKwh * carPencePerKwh + 365 * standingPencePerDay) / 100
}

/** Returns the cost in £ a year with one price for the house and one for the car. */
function calculateFlatTariffCost(
  carKwh: number,
  houseKwh: number,
  housePence: number,
  carPence: number,
  standingPencePerDay: number,
): number {
  return (houseKwh * housePence + carKwh * carPence + 365 * standingPencePerDay) / 100
}

/** Calculates the cost on a tariff with three prices: home × average price + car × cheap price + 365 × standing charge. */
function calculateThreeRateTariff(average: Band, rates: ThreeRates, carKwhs: readonly [number, ...number[]], inputs: TariffInputs): Band {
  const calculateCost = (pence: number | null, carKwh: number) =>
    calculateFlatTariffCost(
      carKwh,
      inputs.houseKwh,
      pence ?? 0,
      inputs.chargesInPublic ? inputs.carPencePerKwh : rates.cheapPencePerKwh,
      inputs.standingPencePerDay,
    )
  const prices = [average.low, average.middle, average.high]
  return createBand(
    '£',
    calculateCost(average.middle, carKwhs[0]),
    prices.flatMap((pence) => carKwhs.map((carKwh) => calculateCost(pence, carKwh))),
  )
}

/** Above this mileage a break-even is of no use to a home. */
const MAX_MILES = 100_000

const createAlwaysCheaper = (nightShare: number): ToolWarning => ({
  code: 'cheaper-without-car',
  message: `With ${Math.round(nightShare * 100)}% of your home’s electricity used at night, the night tariff always costs less than the flat rate, even without a car.`,
})
const NEVER_CHEAPER: ToolWarning = {
  code: 'night-not-cheaper',
  message: 'The night tariff never costs less than the flat rate, at any mileage, because it charges the car at no lower price.',
}
const CHEAPER_AT_LOW_MILEAGE: ToolWarning = {
  code: 'cheaper-at-low-mileage',
  message:
    'The night tariff is cheaper for the home, but charges the car at a higher price than the flat rate: it suits a low mileage only.',
}
const PRICES_SWAPPED: ToolWarning = {
  code: 'prices-swapped',
  message: 'The price at night is above the price by day. Check that the two are not swapped.',
}
const CHARGES_IN_PUBLIC: ToolWarning = {
  code: 'charges-in-public',
  message: 'At public chargers the car costs the same on every tariff, so only your home decides between them.',
}
const OUT_OF_REACH: ToolWarning = {
  code: 'break-even-out-of-reach',
  message: `In practice the night tariff never costs less than the flat rate: you would need to drive more than ${formatNumber(MAX_MILES)} miles a year.`,
}

/**
 * Returns the car's kWh from which a night tariff costs less than the plain rate p: H × [(1 − s)(day − p) − s(p − night)] ÷ (p − car price),
 * or why there is no such number.
 */
function findBreakEvenCarEnergy(inputs: TariffInputs): number | ToolWarning {
  const { houseKwh, nightShare, dayPencePerKwh, nightPencePerKwh, carPencePerKwh, plainPencePerKwh } = inputs
  if (inputs.chargesInPublic) return CHARGES_IN_PUBLIC
  const extraHousePence =
    houseKwh * ((1 - nightShare) * (dayPencePerKwh - plainPencePerKwh) - nightShare * (plainPencePerKwh - nightPencePerKwh))
  const gap = plainPencePerKwh - carPencePerKwh
  if (gap < 0) return extraHousePence < 0 ? CHEAPER_AT_LOW_MILEAGE : NEVER_CHEAPER
  if (extraHousePence < 0) return createAlwaysCheaper(nightShare)
  return gap === 0 ? NEVER_CHEAPER : extraHousePence / gap
}

/** Calculates the result. Its range comes from our default of the charging efficiency η (`efficiency.charging`). */
export function calculateCarAndTariff(inputs: CarAndTariffInputs, allReferenceValues: ReferenceValues): ToolResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const [low, high] = inputs.isEfficiencyAssumed
    ? scaleRange(inputs.efficiency, referenceValues.find('efficiency.charging'))
    : [inputs.efficiency, inputs.efficiency]
  const efficiencies = [low, Math.max(inputs.efficiency, Math.min(1, high))]
  const createEfficiencyBand = (unit: string, calculate: (efficiency: number) => number): Band =>
    createBand(unit, calculate(inputs.efficiency), efficiencies.map(calculate))
  const calculateEnergy = (efficiency: number) => calculateCarEnergy({ ...inputs, efficiency })
  const { houseKwh, standingPencePerDay, plainPencePerKwh, carPencePerKwh, chargesInPublic, carOnly, threeRates } = inputs
  const breakEven = findBreakEvenCarEnergy(inputs)
  const miles = limitBreakEven(
    typeof breakEven === 'number'
      ? createEfficiencyBand('miles', (efficiency) => (breakEven * efficiency) / inputs.kwhPerMile)
      : createEmptyBand('miles'),
    { min: 0, max: MAX_MILES, below: createAlwaysCheaper(inputs.nightShare), above: OUT_OF_REACH },
  )
  const average = threeRates ? calculateAveragePrice(threeRates) : undefined
  return {
    results: {
      parityPrice: createEfficiencyBand('p/kWh', (efficiency) => calculateParityPrice({ ...inputs, efficiency })),
      petrolCost: createBand('£', calculatePetrolCost(inputs)),
      carCost: createEfficiencyBand('£', (efficiency) => (calculateEnergy(efficiency) * carPencePerKwh) / 100),
      carEnergy: createEfficiencyBand('kWh', calculateEnergy),
      nightTariff: createEfficiencyBand('£', (efficiency) => calculateNightTariffCost(calculateEnergy(efficiency), inputs)),
      plainTariff: createEfficiencyBand('£', (efficiency) =>
        calculateFlatTariffCost(
          calculateEnergy(efficiency),
          houseKwh,
          plainPencePerKwh,
          chargesInPublic ? carPencePerKwh : plainPencePerKwh,
          standingPencePerDay,
        ),
      ),
      carOnlyTariff: carOnly
        ? createEfficiencyBand('£', (efficiency) =>
            calculateFlatTariffCost(
              calculateEnergy(efficiency),
              houseKwh,
              carOnly.housePencePerKwh,
              chargesInPublic ? carPencePerKwh : carOnly.carPencePerKwh,
              standingPencePerDay,
            ),
          )
        : createEmptyBand('£'),
      threeRateTariff:
        average && threeRates
          ? calculateThreeRateTariff(
              average,
              threeRates,
              [calculateEnergy(inputs.efficiency), ...efficiencies.map(calculateEnergy)],
              inputs,
            )
          : createEmptyBand('£'),
      tariffPrice: average ?? createEmptyBand('p/kWh'),
      breakEvenCarEnergy:
        typeof breakEven === 'number' && miles.band.middle !== null ? createBand('kWh', breakEven) : createEmptyBand('kWh'),
      breakEvenMiles: miles.band,
    },
    warnings: [
      ...(inputs.nightPencePerKwh > inputs.dayPencePerKwh ? [PRICES_SWAPPED] : []),
      ...(typeof breakEven === 'number' ? miles.warnings : [breakEven]),
    ],
    referenceKeys: referenceValues.usedKeys(),
  }
}
