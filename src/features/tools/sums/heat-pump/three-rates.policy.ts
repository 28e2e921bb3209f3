/** Calculates the average price on a tariff with three prices a day, such as one for heat pumps. */
import { createBand, type Band, type ToolResult } from '#features/tools/figures/bands.policy.ts'
import { DEFAULT_LANGUAGE, formatNumber } from '#wording/numbers.ts'

/** A share of the electricity, 0 to 1, with its range. */
export interface ShareRange {
  low: number
  middle: number
  high: number
}

export interface ThreeRates {
  cheapPencePerKwh: number
  standardPencePerKwh: number
  peakPencePerKwh: number
  /** Share of the electricity that is used in the cheap hours. */
  cheapShare: ShareRange
  /** Share of the electricity that is used in the peak hours. */
  peakShare: ShareRange
}

/** Returns the average price in p/kWh: cheap share × cheap price + peak share × peak price + the rest × normal price. */
function calculateAverage({ cheapPencePerKwh, standardPencePerKwh, peakPencePerKwh }: ThreeRates, cheap: number, peak: number): number {
  const peakWithin = Math.min(peak, 1 - cheap)
  return cheap * cheapPencePerKwh + peakWithin * peakPencePerKwh + (1 - cheap - peakWithin) * standardPencePerKwh
}

/** Calculates the average price. The range comes from those of the shares. */
export function calculateAveragePrice(rates: ThreeRates): Band {
  const { cheapShare, peakShare } = rates
  const corners = [cheapShare.low, cheapShare.high].flatMap((cheap) =>
    [peakShare.low, peakShare.high].map((peak) => calculateAverage(rates, cheap, peak)),
  )
  return createBand('p/kWh', calculateAverage(rates, cheapShare.middle, peakShare.middle), corners)
}

/** Formats a number without the errors of floating-point sums, which would round 26.925 down. */
const format = (value: number, decimals: number) => formatNumber(Number(value.toFixed(6)), DEFAULT_LANGUAGE, decimals)

/** Writes the sum of the average price with its numbers: `33% × 15p + 12.5% × 45p + 54.5% × 28p = 25.8p/kWh`. */
export function formatAverageSum(rates: ThreeRates): string {
  const { cheapShare, peakShare, cheapPencePerKwh, standardPencePerKwh, peakPencePerKwh } = rates
  const formatPart = (share: number, pence: number) => `${format(share * 100, 1)}% × ${format(pence, 2)}p`
  const parts = [
    formatPart(cheapShare.middle, cheapPencePerKwh),
    formatPart(peakShare.middle, peakPencePerKwh),
    formatPart(1 - cheapShare.middle - peakShare.middle, standardPencePerKwh),
  ]
  return `Average price: ${parts.join(' + ')} = ${format(calculateAverage(rates, cheapShare.middle, peakShare.middle), 2)}p/kWh.`
}

/** Writes the sums of a heat pump's electricity on the tariff. */
export function listHeatPumpSums(rates: ThreeRates, { results }: Pick<ToolResult, 'results'>): string[] {
  const [kwh, pence] = [results['electricity']?.middle ?? 0, results['tariffPrice']?.middle ?? 0]
  return [formatAverageSum(rates), `A year: ${format(kwh, 0)} kWh × ${format(pence, 2)}p = £${format((kwh * pence) / 100, 0)}.`]
}
