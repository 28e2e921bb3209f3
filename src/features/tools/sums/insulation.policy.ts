/** Tool `insulation`: what one job saves. Source: the steady heat loss of a surface over the year's degree-days. */
import { bandOf, neverPaysBack, emptyBand, paybackBand, samePrice, type ToolResult } from '#features/tools/figures/bands.policy.ts'
import { noteFigureUse, rangeAroundOwn, type Figures } from '#features/figures/figures.policy.ts'

export interface InsulationInputs {
  areaM2: number
  /** W/m²K */
  uBefore: number
  uAfter: number
  /** A year, base 15.5 °C. */
  degreeDays: number
  /** Of the heating, as a share: 0.85; 3 for a heat pump. */
  efficiency: number
  /** Of the fuel. */
  pencePerKwh: number
  /** What the job costs. */
  quotePounds?: number | undefined
}

/** kWh of heat a year: area × (U before − U after) × 24 × degree-days ÷ 1000. */
export function heatSaved({ areaM2, uBefore, uAfter, degreeDays }: Pick<InsulationInputs, 'areaM2' | 'uBefore' | 'uAfter' | 'degreeDays'>) {
  return (areaM2 * (uBefore - uAfter) * 24 * degreeDays) / 1000
}

/**
 * Heat; fuel = heat ÷ η; £ = fuel × price. The range: `insulation.comfort-taken`, as part of the warmth is taken as comfort and real
 * walls lose less than tables say; the middle is the formula's own value, which is also the most.
 */
export function reckonInsulation(inputs: InsulationInputs, allFigures: Figures): ToolResult {
  const figures = noteFigureUse(allFigures)
  const [low, high] = rangeAroundOwn(1, figures.find('insulation.comfort-taken'))
  const energy = heatSaved(inputs)
  const fuel = energy / inputs.efficiency
  const pounds = (fuel * inputs.pencePerKwh) / 100
  const saving = bandOf('£', pounds, [pounds * low, pounds * high])
  const payback = inputs.quotePounds === undefined ? emptyBand('years') : paybackBand(samePrice(inputs.quotePounds), saving)
  return {
    results: {
      energy: bandOf('kWh', energy, [energy * low, energy * high]),
      fuel: bandOf('kWh', fuel, [fuel * low, fuel * high]),
      saving,
      payback,
    },
    warnings: neverPaysBack(payback, inputs.quotePounds),
    figureKeys: figures.usedKeys(),
  }
}
