/** Calculates the tool `insulation`: the saving of one job, from the steady-state heat loss of a surface over the year's degree-days. */
import {
  createBand,
  listPaybackWarnings,
  createEmptyBand,
  calculatePayback,
  createExactPriceBand,
  type ToolResult,
  type ToolWarning,
} from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, type ReferenceValues } from '#features/figures/figures.policy.ts'

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

/** The tool `which-first` shows less for the same job where the meter shows less heat than the tables. */
const BY_TABLES: ToolWarning = {
  code: 'by-tables',
  message:
    'This is the saving by the tables, in a home that is heated throughout. A home that uses less heat than the tables say saves less in proportion: “Which job first?” scales it to your meter.',
}

/** Area of one surface in m² above which a mistake is likely: it is about that of all outside walls of a large detached house. */
const UNLIKELY_AREA_M2 = 300

const AREA_UNLIKELY: ToolWarning = {
  code: 'area-unlikely',
  message:
    'In most homes a loft, a floor or the walls have 30 to 150 m², and all windows together 10 to 30 m². Check the area and its unit.',
}

/** Returns the kWh of heat saved a year: area × (U before − U after) × 24 × degree-days ÷ 1000. */
function calculateHeatSaved({
  areaM2,
  uBefore,
  uAfter,
  degreeDays,
}: Pick<InsulationInputs, 'areaM2' | 'uBefore' | 'uAfter' | 'degreeDays'>) {
  return (areaM2 * (uBefore - uAfter) * 24 * degreeDays) / 1000
}

/**
 * Calculates the result: heat = formula × the factor `insulation.comfort-taken`, because some of the saved heat makes the home warmer instead,
 * and real walls lose less than tabulated; fuel = heat ÷ η; £ = fuel × price. Low, middle and high are those of the factor.
 */
export function calculateInsulation(inputs: InsulationInputs, allReferenceValues: ReferenceValues): ToolResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const comfort = referenceValues.find('insulation.comfort-taken')
  const createFactorBand = (unit: string, value: number) =>
    comfort ? createBand(unit, value * comfort.value, [value * comfort.low, value * comfort.high]) : createBand(unit, value)
  const energy = calculateHeatSaved(inputs)
  const fuel = energy / inputs.efficiency
  const saving = createFactorBand('£', (fuel * inputs.pencePerKwh) / 100)
  const payback =
    inputs.quotePounds === undefined ? createEmptyBand('years') : calculatePayback(createExactPriceBand(inputs.quotePounds), saving)
  return {
    results: { energy: createFactorBand('kWh', energy), fuel: createFactorBand('kWh', fuel), saving, payback },
    warnings: [
      BY_TABLES,
      ...(inputs.areaM2 > UNLIKELY_AREA_M2 ? [AREA_UNLIKELY] : []),
      ...listPaybackWarnings(payback, inputs.quotePounds),
    ],
    referenceKeys: referenceValues.usedKeys(),
  }
}
