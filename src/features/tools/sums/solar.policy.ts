/** Tool `solar`: what a roof makes, how much of it the house uses, and what that is worth. Source: SAP 10.2 (BRE), Appendices U3 and M1. */
import { bandOf, emptyBand, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { noteFigureUse, type Figures } from '#features/figures/figures.policy.ts'
import {
  MAX_SAP_BATTERY_KWH,
  monthlyUse,
  monthlyYield,
  selfUseCeiling,
  solarMonths,
  significantShade,
  totalOfMonths,
  type Slope,
  type SolarMonth,
} from './solar-yield.policy.ts'

export interface SolarInputs {
  /** SAP region, 0 to 21. */
  region: number
  slopes: readonly Slope[]
  /** Electricity that the home uses in a year. */
  useKwh: number
  /** Usable; 0 for none. */
  batteryKwh: number
  importPencePerKwh: number
  exportPencePerKwh: number
}

export interface SolarResult extends ToolResult {
  /** January to December, kWh, at the middle. */
  months: SolarMonth[]
}

/**
 * Kilowatt-hours a year, the ceiling as a share, and £ a year: used × import price + exported × export price.
 * The range: yield from `solar.yield-spread` (a poor year, a better estimate), β from `solar.habit-spread`.
 */
export function reckonSolar(inputs: SolarInputs, allFigures: Figures): SolarResult {
  const figures = noteFigureUse(allFigures)
  const yields = figures.find('solar.yield-spread')
  const habits = figures.find('solar.habit-spread')
  const generation = monthlyYield(inputs.region, inputs.slopes, significantShade(inputs.slopes, figures))
  const use = monthlyUse(inputs.useKwh)
  const at = (yieldFactor: number, betaFactor: number) => {
    const made = generation.map((kwh) => kwh * yieldFactor)
    const months = solarMonths(made, use, inputs.batteryKwh, betaFactor)
    const selfUse = totalOfMonths(months, 'selfUse')
    const exported = totalOfMonths(months, 'exported')
    const all = totalOfMonths(months, 'generation')
    return {
      months,
      generation: all,
      selfUse,
      selfUseShare: all > 0 ? selfUse / all : 0,
      exported,
      bought: totalOfMonths(months, 'bought'),
      ceiling: selfUseCeiling(made, use),
      saving: (selfUse * inputs.importPencePerKwh + exported * inputs.exportPencePerKwh) / 100,
    }
  }
  const middle = at(1, 1)
  // Each end of one with each of the other: more sun may mean less of it used, so that no corner is surely the lowest.
  const ends = [yields?.low ?? 1, 1, yields?.high ?? 1].flatMap((yieldFactor) =>
    [habits?.low ?? 1, 1, habits?.high ?? 1].map((betaFactor) => at(yieldFactor, betaFactor)),
  )
  const band = (unit: string, name: Exclude<keyof typeof middle, 'months'>) =>
    bandOf(
      unit,
      middle[name],
      ends.map((end) => end[name]),
    )
  const carbon = figures.find('carbon.electricity')
  return {
    results: {
      generation: band('kWh', 'generation'),
      selfUse: band('kWh', 'selfUse'),
      exported: band('kWh', 'exported'),
      bought: band('kWh', 'bought'),
      selfUseShare: band('share', 'selfUseShare'),
      ceiling: band('share', 'ceiling'),
      saving: band('£', 'saving'),
      carbonSaved: carbon
        ? bandOf(
            'kg',
            middle.generation * carbon.value,
            ends.map((end) => end.generation * carbon.value),
          )
        : emptyBand('kg'),
    },
    months: middle.months,
    warnings: warningsOf(inputs, middle.generation),
    figureKeys: figures.usedKeys(),
  }
}

function warningsOf({ batteryKwh, slopes, useKwh }: SolarInputs, generationKwh: number): ToolWarning[] {
  const warnings: ToolWarning[] = []
  if (batteryKwh > MAX_SAP_BATTERY_KWH) {
    warnings.push({
      code: 'battery-above-sap',
      message: `The formula knows batteries up to ${MAX_SAP_BATTERY_KWH} kWh. Yours is reckoned as one of that size.`,
    })
  }
  if (slopes.some(({ shade }) => shade === 'significant')) {
    warnings.push({
      code: 'shade-not-confirmed',
      message: 'The factor for significant shade (0.65) is that of SAP 2012. SAP 10.2’s own is not confirmed: have the roof measured.',
    })
  }
  if (generationKwh > 3 * useKwh) {
    warnings.push({
      code: 'large-roof',
      message: 'The roof makes more than three times what you use. Most of it is sold, and the share of your own use is less certain.',
    })
  }
  return warnings
}

/** What a battery adds on a roof: kWh more of one's own used in a year (§6, the same formula with and without). */
export function batteryGainOnRoof(inputs: Pick<SolarInputs, 'region' | 'slopes' | 'useKwh'>, batteryKwh: number, figures: Figures): number {
  const generation = monthlyYield(inputs.region, inputs.slopes, significantShade(inputs.slopes, figures))
  const use = monthlyUse(inputs.useKwh)
  const used = (kwh: number) => totalOfMonths(solarMonths(generation, use, kwh), 'selfUse')
  return used(batteryKwh) - used(0)
}
