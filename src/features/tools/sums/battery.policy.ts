/** Tool `battery`: savings from a night rate or from solar self-use, and the energy covered by the warranty. */
import { bandOf, emptyBand, paybackBand, samePrice, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, scaleRange, type ReferenceValues } from '#features/figures/figures.policy.ts'

interface BatteryBase {
  /** Discharged into the house in a year. */
  energyKwh: number
  /** Round-trip efficiency, 0 to 1. */
  efficiency: number
  /** Installed price. */
  pricePounds?: number | undefined
  warranty?: Warranty | undefined
}

export interface NightBatteryInputs extends BatteryBase {
  mode: 'night'
  dayPencePerKwh: number
  nightPencePerKwh: number
  standbyWatts: number
  /** Price of the standby consumption. */
  meanPencePerKwh: number
}

export interface SolarBatteryInputs extends BatteryBase {
  mode: 'solar'
  importPencePerKwh: number
  exportPencePerKwh: number
}

export type BatteryInputs = NightBatteryInputs | SolarBatteryInputs

export interface Warranty {
  years: number
  throughputKwh?: number | undefined
  /** Whether `throughputKwh` counts charging as well as discharging. */
  countsInAndOut: boolean
  cycles?: number | undefined
  sizeKwh?: number | undefined
  /** Mean usable share of the capacity over the warranty, 0 to 1. */
  meanState: number
}

/** One watt drawn all year is 8.76 kWh. */
const KILOHOURS_PER_YEAR = 8.76

/** Returns Σ over the days of min(size, use outside the night window), kWh a year. */
export function nightEnergy(sizeKwh: number, gapUseKwhByDay: readonly number[]): number {
  return gapUseKwhByDay.reduce((sum, use) => sum + Math.min(sizeKwh, use), 0)
}

/** Converts a limit on charging and discharging together to one on discharging: T ÷ (1 + 1/η). */
export function maxOutputOfThroughput(throughputKwh: number, efficiency: number): number {
  return throughputKwh / (1 + 1 / efficiency)
}

/** Returns the kWh under warranty: min(years × energy, throughput, cycles × size × mean state). Absent limits are ignored. */
export function coveredEnergy(energyKwh: number, efficiency: number, warranty: Warranty): number {
  const { years, throughputKwh, countsInAndOut, cycles, sizeKwh, meanState } = warranty
  const limits = [years * energyKwh]
  if (throughputKwh !== undefined) limits.push(countsInAndOut ? maxOutputOfThroughput(throughputKwh, efficiency) : throughputKwh)
  if (cycles !== undefined && sizeKwh !== undefined) limits.push(cycles * sizeKwh * meanState)
  return Math.min(...limits)
}

/**
 * Returns £ a year. Night mode: energy × (day price − night price ÷ η) − 8.76 × standby W × mean price.
 * Solar mode: energy × (η × import price − export price), where energy is the additional self-use.
 */
function batterySaving(inputs: BatteryInputs, efficiency = inputs.efficiency): number {
  if (inputs.mode === 'solar') {
    return (inputs.energyKwh * (efficiency * inputs.importPencePerKwh - inputs.exportPencePerKwh)) / 100
  }
  const { energyKwh, dayPencePerKwh, nightPencePerKwh, standbyWatts, meanPencePerKwh } = inputs
  const moved = energyKwh * (dayPencePerKwh - nightPencePerKwh / efficiency)
  return (moved - KILOHOURS_PER_YEAR * standbyWatts * meanPencePerKwh) / 100
}

/** Calculates the tool. The range comes from η (`efficiency.battery`). Payback = price ÷ saving. */
export function calculateBattery(inputs: BatteryInputs, allReferenceValues: ReferenceValues): ToolResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const [low, high] = scaleRange(inputs.efficiency, referenceValues.find('efficiency.battery'))
  const efficiencies = [low, Math.max(inputs.efficiency, Math.min(1, high))]
  const saving = bandOf(
    '£',
    batterySaving(inputs),
    efficiencies.map((efficiency) => batterySaving(inputs, efficiency)),
  )
  const { warranty } = inputs
  const covered = (efficiency: number) => (warranty ? coveredEnergy(inputs.energyKwh, efficiency, warranty) : 0)
  return {
    results: {
      saving,
      payback: inputs.pricePounds === undefined ? emptyBand('years') : paybackBand(samePrice(inputs.pricePounds), saving),
      breakEvenPrice: breakEvenPrice(inputs, efficiencies),
      warrantyEnergy: warranty ? bandOf('kWh', covered(inputs.efficiency), efficiencies.map(covered)) : emptyBand('kWh'),
    },
    warnings: warningsOf(inputs, saving.middle),
    referenceKeys: referenceValues.usedKeys(),
  }
}

/** Returns the night price, or in solar mode the export price, at which the battery saves nothing, in p/kWh. */
function breakEvenPrice(inputs: BatteryInputs, efficiencies: readonly number[]) {
  const at = (efficiency: number) => {
    if (inputs.mode === 'solar') return efficiency * inputs.importPencePerKwh
    const lost = KILOHOURS_PER_YEAR * inputs.standbyWatts * inputs.meanPencePerKwh
    return efficiency * (inputs.dayPencePerKwh - lost / inputs.energyKwh)
  }
  return inputs.energyKwh > 0 ? bandOf('p/kWh', at(inputs.efficiency), efficiencies.map(at)) : emptyBand('p/kWh')
}

function warningsOf(inputs: BatteryInputs, saving: number | null): ToolWarning[] {
  const warnings: ToolWarning[] = []
  if (saving !== null && saving <= 0) {
    warnings.push({
      code: 'saves-nothing',
      message: 'At these prices the battery saves nothing: its losses cost more than it saves.',
    })
  }
  if (inputs.mode === 'solar') {
    warnings.push({ code: 'standby-left-out', message: 'The battery’s standby power is not included. 20 W all year is 175 kWh.' })
  }
  return warnings
}
