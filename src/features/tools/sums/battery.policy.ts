/** Calculates the tool `battery`: savings from a night rate or from solar self-use, and the energy covered by the warranty. */
import {
  createBand,
  createEmptyBand,
  calculatePayback,
  createExactPriceBand,
  type ToolResult,
  type ToolWarning,
} from '#features/tools/figures/bands.policy.ts'
import { DEFAULT_LANGUAGE, formatNumber } from '#wording/numbers.ts'
import { limitBreakEven, type BreakEvenLimits } from '#features/tools/figures/break-even.policy.ts'
import { trackReferenceValueUse, scaleRange, type ReferenceValues } from '#features/figures/figures.policy.ts'

interface BatteryBase {
  /** Energy that the battery discharges into the house in a year. */
  energyKwh: number
  /** Round-trip efficiency, 0 to 1. */
  efficiency: number
  /** Whether `efficiency` is our default, whose range then counts. */
  isEfficiencyAssumed?: boolean | undefined
  /** Price including installation; undefined if it is not known. */
  pricePounds?: number | undefined
  warranty?: Warranty | undefined
  /** Usable size; undefined if it is not known. */
  sizeKwh?: number | undefined
  /** Own draw of battery and inverter, all year. */
  standbyWatts: number
  /** Whether `standbyWatts` is our default, whose range then counts. */
  isStandbyAssumed?: boolean | undefined
}

export interface NightBatteryInputs extends BatteryBase {
  mode: 'night'
  dayPencePerKwh: number
  nightPencePerKwh: number
  /** Price of the electricity that the battery uses on standby. */
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
  /** Mean share of the capacity that stays usable over the warranty, 0 to 1. */
  meanState: number
}

const DAYS_PER_YEAR = 365
/** A load of one watt all year uses 8.76 kWh. */
const KWH_PER_WATT_YEAR = 8.76
/** Returns the kWh a year of a load that runs all year. */
export const calculateStandbyKwh = (watts: number) => KWH_PER_WATT_YEAR * watts

/** Returns the energy in kWh a year: Σ over the days of min(size, use outside the night window). */
export function calculateNightEnergy(sizeKwh: number, gapUseKwhByDay: readonly number[]): number {
  return gapUseKwhByDay.reduce((sum, use) => sum + Math.min(sizeKwh, use), 0)
}

/** Converts a limit on charging and discharging together to one on discharging: T ÷ (1 + 1/η). */
export function convertThroughputToOutput(throughputKwh: number, efficiency: number): number {
  return throughputKwh / (1 + 1 / efficiency)
}

/** Returns the kWh that the warranty covers: min(years × energy, throughput, cycles × size × mean state). Limits that are undefined are ignored. */
export function calculateCoveredEnergy(energyKwh: number, efficiency: number, warranty: Warranty): number {
  const { years, throughputKwh, countsInAndOut, cycles, sizeKwh, meanState } = warranty
  const limits = [years * energyKwh]
  if (throughputKwh !== undefined) limits.push(countsInAndOut ? convertThroughputToOutput(throughputKwh, efficiency) : throughputKwh)
  if (cycles !== undefined && sizeKwh !== undefined) limits.push(cycles * sizeKwh * meanState)
  return Math.min(...limits)
}

/** Returns the price of the electricity that the battery draws itself; on solar panels that of the electricity bought. */
const getStandbyPrice = (inputs: BatteryInputs) => (inputs.mode === 'night' ? inputs.meanPencePerKwh : inputs.importPencePerKwh)

/** Returns the cost of the own draw in £ a year. */
const calculateStandbyCost = (inputs: BatteryInputs, watts = inputs.standbyWatts) =>
  (calculateStandbyKwh(watts) * getStandbyPrice(inputs)) / 100

/**
 * Returns the saving in £ a year, less the own draw (8.76 × standby W × its price). In night mode it is energy × (day price − night price ÷ η).
 * In solar mode it is energy × (η × import price − export price), where energy is the additional self-use.
 */
function calculateSaving(inputs: BatteryInputs, efficiency = inputs.efficiency, standbyWatts = inputs.standbyWatts): number {
  const pencePerKwh =
    inputs.mode === 'solar'
      ? efficiency * inputs.importPencePerKwh - inputs.exportPencePerKwh
      : inputs.dayPencePerKwh - inputs.nightPencePerKwh / efficiency
  return (inputs.energyKwh * pencePerKwh) / 100 - calculateStandbyCost(inputs, standbyWatts)
}

/** Writes the sum of the saving with its numbers: `640 kWh × (90% × 26.32p − 12p) − 175 kWh × 26.32p (own draw) = £29 a year`. */
export function formatBatterySum(inputs: BatteryInputs): string {
  const format = (value: number, decimals: number) => formatNumber(Number(value.toFixed(decimals)), DEFAULT_LANGUAGE, decimals)
  const share = `${format(inputs.efficiency * 100, 1)}%`
  const gain =
    inputs.mode === 'solar'
      ? `${share} × ${format(inputs.importPencePerKwh, 2)}p − ${format(inputs.exportPencePerKwh, 2)}p`
      : `${format(inputs.dayPencePerKwh, 2)}p − ${format(inputs.nightPencePerKwh, 2)}p ÷ ${share}`
  const ownDraw = `${format(calculateStandbyKwh(inputs.standbyWatts), 0)} kWh × ${format(getStandbyPrice(inputs), 2)}p (own draw)`
  const saving = calculateSaving(inputs)
  const amount = `${saving <= -0.5 ? '−' : ''}£${format(Math.abs(saving), 0)}`
  return `${format(inputs.energyKwh, 0)} kWh × (${gain}) − ${ownDraw} = ${amount} a year.`
}

/** Calculates the result. Its range comes from our defaults of the efficiency η (`efficiency.battery`) and of the own draw (`battery.standby`). Payback = price ÷ saving. */
export function calculateBattery(inputs: BatteryInputs, allReferenceValues: ReferenceValues): ToolResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const { efficiency, standbyWatts } = inputs
  const [low, high] = inputs.isEfficiencyAssumed
    ? scaleRange(efficiency, referenceValues.find('efficiency.battery'))
    : [efficiency, efficiency]
  const efficiencies = [low, Math.max(efficiency, Math.min(1, high))]
  const standbys = inputs.isStandbyAssumed ? scaleRange(standbyWatts, referenceValues.find('battery.standby')) : [standbyWatts]
  const breakEven = limitBreakEven(calculateBreakEvenPrice(inputs, efficiencies, standbys), BREAK_EVEN_LIMITS)
  const saving = createBand(
    '£',
    calculateSaving(inputs),
    efficiencies.flatMap((eta) => standbys.map((watts) => calculateSaving(inputs, eta, watts))),
  )
  const { warranty } = inputs
  const payback =
    inputs.pricePounds === undefined ? createEmptyBand('years') : calculatePayback(createExactPriceBand(inputs.pricePounds), saving)
  const getCoveredKwh = (eta: number) => (warranty ? calculateCoveredEnergy(inputs.energyKwh, eta, warranty) : 0)
  return {
    results: {
      saving,
      payback,
      standbyCost: createBand(
        '£',
        calculateStandbyCost(inputs),
        standbys.map((watts) => calculateStandbyCost(inputs, watts)),
      ),
      breakEvenPrice: breakEven.band,
      warrantyEnergy: warranty ? createBand('kWh', getCoveredKwh(efficiency), efficiencies.map(getCoveredKwh)) : createEmptyBand('kWh'),
    },
    warnings: [...listWarnings(inputs, saving.middle), ...listWarrantyWarnings(payback.middle, inputs), ...breakEven.warnings],
    referenceKeys: referenceValues.usedKeys(),
  }
}

/** A charging price below 0 would mean to be paid for charging. */
const BREAK_EVEN_LIMITS: BreakEvenLimits = {
  min: 0,
  max: Number.POSITIVE_INFINITY,
  below: {
    code: 'never-breaks-even',
    message: 'The battery never breaks even on this amount of energy: its own draw costs more than it saves, even if charging were free.',
  },
  above: { code: 'always-breaks-even', message: 'The battery breaks even at any charging price.' },
}

/** Returns the night price, or in solar mode the export price, at which the battery saves nothing, in p/kWh. */
function calculateBreakEvenPrice(inputs: BatteryInputs, efficiencies: readonly number[], standbys: readonly number[]) {
  const calculateBreakEven = (efficiency: number, standbyWatts = inputs.standbyWatts) => {
    const standbyPencePerKwh = (100 * calculateStandbyCost(inputs, standbyWatts)) / inputs.energyKwh
    return inputs.mode === 'solar'
      ? efficiency * inputs.importPencePerKwh - standbyPencePerKwh
      : efficiency * (inputs.dayPencePerKwh - standbyPencePerKwh)
  }
  return inputs.energyKwh > 0
    ? createBand(
        'p/kWh',
        calculateBreakEven(inputs.efficiency),
        efficiencies.flatMap((efficiency) => standbys.map((watts) => calculateBreakEven(efficiency, watts))),
      )
    : createEmptyBand('p/kWh')
}

/** No payback is planned further ahead. */
const MAX_YEARS = 100

function listWarrantyWarnings(paybackYears: number | null, { warranty, energyKwh, efficiency }: BatteryInputs): ToolWarning[] {
  if (!warranty || paybackYears === null) return []
  // At much use the limit of energy or cycles ends the warranty before its years.
  const coveredYears = energyKwh > 0 ? calculateCoveredEnergy(energyKwh, efficiency, warranty) / energyKwh : warranty.years
  if (paybackYears <= coveredYears) return []
  const format = (years: number) => (years > MAX_YEARS ? `over ${MAX_YEARS} years` : `${formatNumber(years, DEFAULT_LANGUAGE, 1)} years`)
  const end = coveredYears < warranty.years ? `after about ${format(coveredYears)} of your use` : `after ${format(warranty.years)}`
  return [
    {
      code: 'payback-after-warranty',
      message: `The warranty ends ${end}, before the battery has paid for itself in ${format(paybackYears)}.`,
    },
  ]
}

function listWarnings(inputs: BatteryInputs, saving: number | null): ToolWarning[] {
  const warnings: ToolWarning[] = []
  const { sizeKwh, energyKwh } = inputs
  if (sizeKwh !== undefined && energyKwh > sizeKwh * DAYS_PER_YEAR) {
    warnings.push({
      code: 'more-than-a-charge-a-day',
      message: `A battery of ${formatNumber(sizeKwh, DEFAULT_LANGUAGE, 1)} kWh gives about ${formatNumber(Math.round(sizeKwh * DAYS_PER_YEAR))} kWh a year if it is charged once a day. For ${formatNumber(Math.round(energyKwh))} kWh it must be charged more often.`,
    })
  }
  if (saving !== null && saving <= 0) {
    warnings.push({
      code: 'saves-nothing',
      message: 'At these prices the battery saves nothing: its losses and its own draw cost more than it saves.',
    })
  }
  if (inputs.mode === 'night' && inputs.nightPencePerKwh > inputs.dayPencePerKwh) {
    warnings.push({
      code: 'prices-swapped',
      message: 'The charging price is above the price of the electricity that it replaces. Check that the two are not swapped.',
    })
  }
  return warnings
}
