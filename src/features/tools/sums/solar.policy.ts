/** Calculates the tool `solar`: generation of a roof, self-use and its value. Source: SAP 10.2 (BRE), Appendices U3 and M1. */
import { calculateStandbyKwh } from './battery.policy.ts'
import { formatNumber } from '#wording/numbers.ts'
import { DAYS_PER_MONTH } from '#features/tools/places/sap-sun.policy.ts'
import { createBand, createEmptyBand, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, type ReferenceValues } from '#features/figures/figures.policy.ts'
import {
  MAX_SAP_BATTERY_KWH,
  calculateMonthlyUse,
  calculateMonthlyYield,
  calculateSelfUseCeiling,
  calculateSolarMonths,
  findSignificantShade,
  sumMonths,
  type Slope,
  type SolarMonth,
} from './solar-yield.policy.ts'

const DAYS_PER_YEAR = 365

export interface SolarInputs {
  /** SAP region, 0 to 21. */
  region: number
  slopes: readonly Slope[]
  /** Electricity that the home uses in a year. */
  useKwh: number
  /** Usable capacity of the battery; 0 without one. */
  batteryKwh: number
  importPencePerKwh: number
  exportPencePerKwh: number
}

export interface SolarResult extends ToolResult {
  /** Energy flows from January to December in kWh, for the middle case. */
  months: SolarMonth[]
}

/**
 * Calculates the result: saving = (use − bought) × import price + export × export price, in £ a year. What a battery loses
 * (`efficiency.battery`) and draws itself (`battery.standby`) is bought, so a battery adds what the tool `battery` shows for the same roof.
 * The range comes from the yield (`solar.yield-spread`), from β (`solar.habit-spread`) and from the battery.
 */
export function calculateSolar(inputs: SolarInputs, allReferenceValues: ReferenceValues): SolarResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const yields = referenceValues.find('solar.yield-spread')
  const habits = referenceValues.find('solar.habit-spread')
  const generation = calculateMonthlyYield(inputs.region, inputs.slopes, findSignificantShade(inputs.slopes, referenceValues))
  const use = calculateMonthlyUse(inputs.useKwh)
  const battery = inputs.batteryKwh > 0 ? referenceValues.find('efficiency.battery') : undefined
  const standby = inputs.batteryKwh > 0 ? referenceValues.find('battery.standby') : undefined
  const calculateCase = (
    yieldFactor: number,
    betaFactor: number,
    efficiency = battery?.value ?? 1,
    standbyKwh = calculateStandbyKwh(standby?.value ?? 0),
  ) => {
    const scaledGeneration = generation.map((kwh) => kwh * yieldFactor)
    const months = calculateSolarMonths(scaledGeneration, use, inputs.batteryKwh, betaFactor, efficiency).map((month, index) => ({
      ...month,
      bought: month.bought + (standbyKwh * (DAYS_PER_MONTH[index] ?? 0)) / DAYS_PER_YEAR,
    }))
    const selfUse = sumMonths(months, 'selfUse')
    const exported = sumMonths(months, 'exported')
    const totalGeneration = sumMonths(months, 'generation')
    const bought = sumMonths(months, 'bought')
    return {
      months,
      generation: totalGeneration,
      selfUse,
      selfUseShare: totalGeneration > 0 ? selfUse / totalGeneration : 0,
      exported,
      bought,
      lost: bought - standbyKwh + selfUse - inputs.useKwh,
      standby: standbyKwh,
      ceiling: calculateSelfUseCeiling(scaledGeneration, use),
      saving: ((inputs.useKwh - bought) * inputs.importPencePerKwh + exported * inputs.exportPencePerKwh) / 100,
    }
  }
  const middle = calculateCase(1, 1)
  // All combinations are needed: the self-use share can fall as the yield rises, so the minimum is not always at the same combination.
  const cases = [yields?.low ?? 1, 1, yields?.high ?? 1].flatMap((yieldFactor) =>
    [habits?.low ?? 1, 1, habits?.high ?? 1].flatMap((betaFactor) =>
      (battery ? [battery.low, battery.value, battery.high] : [1]).flatMap((efficiency) =>
        (standby ? [standby.low, standby.high] : [0]).map((watts) =>
          calculateCase(yieldFactor, betaFactor, efficiency, calculateStandbyKwh(watts)),
        ),
      ),
    ),
  )
  const createCaseBand = (unit: string, name: Exclude<keyof typeof middle, 'months'>) =>
    createBand(
      unit,
      middle[name],
      cases.map((end) => end[name]),
    )
  const carbon = referenceValues.find('carbon.electricity')
  return {
    results: {
      generation: createCaseBand('kWh', 'generation'),
      selfUse: createCaseBand('kWh', 'selfUse'),
      exported: createCaseBand('kWh', 'exported'),
      lost: inputs.batteryKwh > 0 ? createCaseBand('kWh', 'lost') : createEmptyBand('kWh'),
      standby: inputs.batteryKwh > 0 ? createCaseBand('kWh', 'standby') : createEmptyBand('kWh'),
      bought: createCaseBand('kWh', 'bought'),
      selfUseShare: createCaseBand('share', 'selfUseShare'),
      ceiling: createCaseBand('share', 'ceiling'),
      saving: createCaseBand('£', 'saving'),
      carbonSaved: carbon
        ? createBand(
            'kg',
            (middle.generation - middle.lost - middle.standby) * carbon.value,
            cases.map((end) => (end.generation - end.lost - end.standby) * carbon.value),
          )
        : createEmptyBand('kg'),
    },
    months: middle.months,
    warnings: listWarnings(inputs, middle.generation),
    referenceKeys: referenceValues.usedKeys(),
  }
}

/** Size in kWp from which a system is unusual for a home. */
const LARGE_SYSTEM_KWP = 10
/** Area of panels in m² for each kWp. */
const SQUARE_METRES_PER_KWP = 5

/** Questions panels that are too large for most homes. */
export function listSystemWarnings(slopes: readonly Slope[]): ToolWarning[] {
  const kwp = slopes.reduce((sum, slope) => sum + slope.kwp, 0)
  if (kwp < LARGE_SYSTEM_KWP) return []
  return [
    {
      code: 'large-system',
      message: `${formatNumber(kwp)} kWp are about ${formatNumber(Math.round(kwp * SQUARE_METRES_PER_KWP))} m² of panels, more than most homes have room for. Check the decimal point: most homes have 3 to 6 kWp.`,
    },
  ]
}

/** Says that the method ends at batteries of 15 kWh; empty for smaller ones. */
export const listBatterySizeWarnings = (batteryKwh: number): ToolWarning[] =>
  batteryKwh > MAX_SAP_BATTERY_KWH
    ? [
        {
          code: 'battery-above-sap',
          message: `The calculation covers batteries up to ${MAX_SAP_BATTERY_KWH} kWh. Yours is treated as one of that size.`,
        },
      ]
    : []

function listWarnings({ batteryKwh, slopes, useKwh }: SolarInputs, generationKwh: number): ToolWarning[] {
  const warnings = listSystemWarnings(slopes)
  warnings.push(...listBatterySizeWarnings(batteryKwh))
  if (slopes.some(({ shade }) => shade === 'significant')) {
    warnings.push({
      code: 'shade-not-confirmed',
      message: 'The factor for significant shade (0.65) is from SAP 2012, as that of SAP 10.2 is not confirmed. Ask for a roof survey.',
    })
  }
  if (generationKwh > 3 * useKwh) {
    warnings.push({
      code: 'large-roof',
      message:
        'The roof generates more than three times what you use. Most of it is exported, and the share used in your home is less certain.',
    })
  }
  return warnings
}

/** Returns the kWh a year by which a battery increases the self-use of a roof. */
export function calculateBatteryGain(
  inputs: Pick<SolarInputs, 'region' | 'slopes' | 'useKwh'>,
  batteryKwh: number,
  referenceValues: ReferenceValues,
): number {
  const generation = calculateMonthlyYield(inputs.region, inputs.slopes, findSignificantShade(inputs.slopes, referenceValues))
  const use = calculateMonthlyUse(inputs.useKwh)
  const calculateSelfUse = (kwh: number) => sumMonths(calculateSolarMonths(generation, use, kwh), 'selfUse')
  return calculateSelfUse(batteryKwh) - calculateSelfUse(0)
}
