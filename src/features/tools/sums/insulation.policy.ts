/** Calculates the tool `insulation`: the saving of one job, from the steady-state heat loss of a surface over the year's degree-days. */
import {
  createBand,
  listPaybackWarnings,
  createEmptyBand,
  calculatePayback,
  createExactPriceBand,
  type ToolResult,
} from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, scaleRange, type ReferenceValues } from '#features/figures/figures.policy.ts'

export interface InsulationInputs {
  areaM2: number
  /** U-value before the job in W/m²K. */
  uBefore: number
  uAfter: number
  /** Heating degree-days a year, base 15.5 °C. */
  degreeDays: number
  /** Efficiency of the heating (0.85), or the SCOP of a heat pump (3). */
  efficiency: number
  /** Price of the fuel. */
  pencePerKwh: number
  /** Price of the job; undefined if there is no quote. */
  quotePounds?: number | undefined
}

/** Returns the kWh of heat saved a year: area × (U before − U after) × 24 × degree-days ÷ 1000. */
export function calculateHeatSaved({
  areaM2,
  uBefore,
  uAfter,
  degreeDays,
}: Pick<InsulationInputs, 'areaM2' | 'uBefore' | 'uAfter' | 'degreeDays'>) {
  return (areaM2 * (uBefore - uAfter) * 24 * degreeDays) / 1000
}

/**
 * Calculates the result: fuel = heat ÷ η; £ = fuel × price. The range comes from `insulation.comfort-taken`, because some of the saved heat
 * makes the home warmer instead, and real walls lose less than tabulated. With a range up to 1, the formula's value is both the middle and
 * the high end.
 */
export function calculateInsulation(inputs: InsulationInputs, allReferenceValues: ReferenceValues): ToolResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const [low, high] = scaleRange(1, referenceValues.find('insulation.comfort-taken'))
  const energy = calculateHeatSaved(inputs)
  const fuel = energy / inputs.efficiency
  const pounds = (fuel * inputs.pencePerKwh) / 100
  const saving = createBand('£', pounds, [pounds * low, pounds * high])
  const payback =
    inputs.quotePounds === undefined ? createEmptyBand('years') : calculatePayback(createExactPriceBand(inputs.quotePounds), saving)
  return {
    results: {
      energy: createBand('kWh', energy, [energy * low, energy * high]),
      fuel: createBand('kWh', fuel, [fuel * low, fuel * high]),
      saving,
      payback,
    },
    warnings: listPaybackWarnings(payback, inputs.quotePounds),
    referenceKeys: referenceValues.usedKeys(),
  }
}
