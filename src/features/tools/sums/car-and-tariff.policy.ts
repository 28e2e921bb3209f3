/** Calculates the tool `car-and-tariff`: yearly cost of house and car by type of tariff, and the public charging price equal to petrol. */
import { createBand, createEmptyBand, type Band, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, scaleRange, type ReferenceValues } from '#features/figures/figures.policy.ts'

export interface CarInputs {
  mpg: number
  pumpPencePerLitre: number
  kwhPerMile: number
  /** Charging efficiency from socket to battery, 0 to 1. */
  efficiency: number
  milesPerYear: number
}

export interface TariffInputs {
  /** Electricity that the house uses in a year, without the car. */
  houseKwh: number
  /** Share of the house's use in the night window, 0 to 1. */
  nightShare: number
  dayPencePerKwh: number
  nightPencePerKwh: number
  /** Price of charging the car on the night tariff. */
  carPencePerKwh: number
  plainPencePerKwh: number
  standingPencePerDay: number
  /** Prices of a tariff that charges the car at a cheap rate all day; undefined if it is not compared. */
  carOnly?: { housePencePerKwh: number; carPencePerKwh: number } | undefined
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

/**
 * Returns the car's kWh from which a night tariff costs less than the plain rate p: H × [(1 − s)(day − p) − s(p − night)] ÷ (p − night).
 * The result is negative if it costs less even without a car, and undefined if the plain rate is not above the night rate.
 */
function calculateBreakEvenCarEnergy(inputs: TariffInputs): number | undefined {
  const { houseKwh, nightShare, dayPencePerKwh, nightPencePerKwh, plainPencePerKwh } = inputs
  const gap = plainPencePerKwh - nightPencePerKwh
  if (gap <= 0) return undefined
  return (houseKwh * ((1 - nightShare) * (dayPencePerKwh - plainPencePerKwh) - nightShare * gap)) / gap
}

/** Calculates the result. Its range comes from the charging efficiency η (`efficiency.charging`). */
export function calculateCarAndTariff(inputs: CarAndTariffInputs, allReferenceValues: ReferenceValues): ToolResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const [low, high] = scaleRange(inputs.efficiency, referenceValues.find('efficiency.charging'))
  const efficiencies = [low, Math.max(inputs.efficiency, Math.min(1, high))]
  const createEfficiencyBand = (unit: string, calculate: (efficiency: number) => number): Band =>
    createBand(unit, calculate(inputs.efficiency), efficiencies.map(calculate))
  const calculateEnergy = (efficiency: number) => calculateCarEnergy({ ...inputs, efficiency })
  const { houseKwh, standingPencePerDay, plainPencePerKwh, carOnly } = inputs
  const breakEven = calculateBreakEvenCarEnergy(inputs)
  return {
    results: {
      parityPrice: createEfficiencyBand('p/kWh', (efficiency) => calculateParityPrice({ ...inputs, efficiency })),
      petrolCost: createBand('£', calculatePetrolCost(inputs)),
      carEnergy: createEfficiencyBand('kWh', calculateEnergy),
      nightTariff: createEfficiencyBand('£', (efficiency) => calculateNightTariffCost(calculateEnergy(efficiency), inputs)),
      plainTariff: createEfficiencyBand('£', (efficiency) =>
        calculateFlatTariffCost(calculateEnergy(efficiency), houseKwh, plainPencePerKwh, plainPencePerKwh, standingPencePerDay),
      ),
      carOnlyTariff: carOnly
        ? createEfficiencyBand('£', (efficiency) =>
            calculateFlatTariffCost(
              calculateEnergy(efficiency),
              houseKwh,
              carOnly.housePencePerKwh,
              carOnly.carPencePerKwh,
              standingPencePerDay,
            ),
          )
        : createEmptyBand('£'),
      breakEvenCarEnergy: breakEven === undefined ? createEmptyBand('kWh') : createBand('kWh', breakEven),
      breakEvenMiles:
        breakEven === undefined
          ? createEmptyBand('miles')
          : createEfficiencyBand('miles', (efficiency) => (breakEven * efficiency) / inputs.kwhPerMile),
    },
    warnings: listWarnings(breakEven),
    referenceKeys: referenceValues.usedKeys(),
  }
}

function listWarnings(breakEven: number | undefined): ToolWarning[] {
  if (breakEven === undefined) {
    return [
      { code: 'night-not-cheaper', message: 'The night price is not below the flat rate, so this tariff is not cheaper at any mileage.' },
    ]
  }
  return breakEven < 0
    ? [{ code: 'cheaper-without-car', message: 'The night tariff costs less than the flat rate even without a car.' }]
    : []
}
