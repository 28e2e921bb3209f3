/**
 * Tool `supply`: charger, inverter and the house's fuse: whether the network operator is told afterwards or asked first.
 * Sources: the network operators' rules for chargers; EREC G98 for whatever generates or stores.
 */
import { bandOf, emptyBand, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { noteFigureUse, type Figures } from '#features/figures/figures.policy.ts'

export type SupplyPhases = 1 | 3

export interface SupplyInputs {
  /** The most that the house draws without the charger, on its fullest phase. */
  houseAmps: number
  chargerAmps: number
  fuseAmps: number
  /** The charger holds the whole house to this; undefined without load management. */
  limitAmps?: number | undefined
  phases: SupplyPhases
  /** Everything on the site that generates or stores, summed: solar inverter and battery. */
  inverterKw: number
}

export type SupplyAnswer = 'ask first' | 'notify' | 'nothing to do'

export interface SupplyResult extends ToolResult {
  answers: { charger: SupplyAnswer; inverter: SupplyAnswer }
}

/** Volts from one phase to neutral, as the declared kilowatts of 60 A (13.8) and 16 A (3.68) have it. */
const VOLTS = 230
/** Below this no car charges (IEC 61851). */
const LEAST_CHARGING_AMPS = 6

export const kilowattsOf = (amps: number, phases: SupplyPhases = 1) => (amps * VOLTS * phases) / 1000

/** With load management the charger has what the house leaves of the limit, and never more than its own. */
export function loadManagedCurrent({
  limitAmps,
  houseAmps,
  chargerAmps,
}: {
  limitAmps: number
  houseAmps: number
  chargerAmps: number
}): number {
  return Math.max(0, Math.min(chargerAmps, limitAmps - houseAmps))
}

/** peak = house + charger; over `supply.ask-first` (60 A) or over the fuse the operator is asked first, else told within 28 days. */
export function reckonSupply(inputs: SupplyInputs, allFigures: Figures): SupplyResult {
  const figures = noteFigureUse(allFigures)
  const { houseAmps, chargerAmps, fuseAmps, limitAmps, phases, inverterKw } = inputs
  const mostAmps = figures.find('supply.ask-first')?.value ?? Number.POSITIVE_INFINITY
  const g98Amps = figures.find('supply.g98')?.value
  const charging = limitAmps === undefined ? chargerAmps : loadManagedCurrent({ limitAmps, houseAmps, chargerAmps })
  const peak = houseAmps + charging
  const g98Kw = g98Amps === undefined ? undefined : kilowattsOf(g98Amps, phases)
  const isAsked = peak > mostAmps || peak > fuseAmps
  return {
    results: {
      unmanagedPeak: bandOf('A', houseAmps + chargerAmps),
      peak: bandOf('A', peak),
      peakPower: bandOf('kVA', kilowattsOf(peak, phases)),
      chargingCurrent: bandOf('A', charging),
      chargingPower: bandOf('kW', kilowattsOf(charging, phases)),
      inverterLimit: g98Kw === undefined ? emptyBand('kW') : bandOf('kW', g98Kw),
    },
    answers: {
      charger: chargerAmps === 0 ? 'nothing to do' : isAsked ? 'ask first' : 'notify',
      inverter: inverterKw === 0 ? 'nothing to do' : g98Kw !== undefined && inverterKw > g98Kw ? 'ask first' : 'notify',
    },
    warnings: warningsOf(inputs, charging),
    figureKeys: figures.usedKeys(),
  }
}

function warningsOf({ limitAmps, fuseAmps, chargerAmps, houseAmps }: SupplyInputs, charging: number): ToolWarning[] {
  const warnings: ToolWarning[] = []
  if (limitAmps !== undefined && limitAmps > fuseAmps) {
    warnings.push({ code: 'limit-above-fuse', message: 'The limit is above the fuse. Set it to the fuse or below.' })
  }
  if (chargerAmps > 0 && charging < LEAST_CHARGING_AMPS) {
    warnings.push({
      code: 'too-little-left',
      message: `Less than ${LEAST_CHARGING_AMPS} A is left: the car waits until the house uses less.`,
    })
  }
  if (houseAmps > fuseAmps)
    warnings.push({ code: 'house-above-fuse', message: 'The house alone is above its fuse. Have an electrician look first.' })
  return warnings
}
