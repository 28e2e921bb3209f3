import type { Band } from '#features/tools/tool.client.ts'

const YEARLY_SUFFIX = ' in a year'
const SAVING_HEADING = 'You save'

interface DescribedResult {
  heading: string
  /** Follows the value; empty if the result is not a yearly one. */
  period: string
  /** Band to show: an extra cost, which is a negative saving, is shown without its sign. */
  band: Band
  /** Text before the range and the range itself, which has the sign of the saving if its ends have different signs. */
  range: { prefix: string; band: Band }
}

/**
 * Splits the label of a yearly result into two parts between which the value is shown: "You save in a year" becomes "You save £70 a year",
 * or "You pay £52 more a year" if the value is negative.
 */
export function describeResult(label: string, band: Band): DescribedResult {
  if (!label.endsWith(YEARLY_SUFFIX)) return { heading: label, period: '', band, range: { prefix: '', band } }
  const heading = label.slice(0, -YEARLY_SUFFIX.length)
  if (heading !== SAVING_HEADING || band.middle === null || Math.round(band.middle) >= 0)
    return { heading, period: ' a year', band, range: { prefix: '', band } }
  const cost: Band = { ...band, low: negate(band.high), middle: negate(band.middle), high: negate(band.low) }
  const isAlwaysCost = band.high !== null && Math.round(band.high) <= 0
  return {
    heading: 'You pay',
    period: ' more a year',
    band: cost,
    range: isAlwaysCost ? { prefix: '', band: cost } : { prefix: `${SAVING_HEADING} `, band },
  }
}

const negate = (value: number | null): number | null => (value === null ? null : -value)
