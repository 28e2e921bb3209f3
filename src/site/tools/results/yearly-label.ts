const YEARLY_SUFFIX = ' in a year'
const SAVING_HEADING = 'You save'

export interface ResultLabel {
  heading: string
  /** Follows the value; empty if the result is not a yearly one. */
  period: string
  /** Value to show: positive if the heading says which way it goes. */
  value: number | null
  /** Precedes the range, which has the sign of the result. */
  rangePrefix: string
}

/**
 * Splits the label of a yearly result into two parts between which the value is shown: "You save in a year" becomes "You save £70 a year",
 * or "You pay £52 more a year" if the value is negative.
 */
export function describeResult(label: string, value: number | null): ResultLabel {
  if (!label.endsWith(YEARLY_SUFFIX)) return { heading: label, period: '', value, rangePrefix: '' }
  const heading = label.slice(0, -YEARLY_SUFFIX.length)
  return heading === SAVING_HEADING && value !== null && Math.round(value) < 0
    ? { heading: 'You pay', period: ' more a year', value: -value, rangePrefix: 'You save ' }
    : { heading, period: ' a year', value, rangePrefix: '' }
}
