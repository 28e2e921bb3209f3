const YEARLY_SUFFIX = ' in a year'

/** Splits the label of a yearly result into two parts between which the value is shown: "You save in a year" becomes "You save £70 a year". */
export const splitYearlyLabel = (label: string): { heading: string; period: string } =>
  label.endsWith(YEARLY_SUFFIX) ? { heading: label.slice(0, -YEARLY_SUFFIX.length), period: ' a year' } : { heading: label, period: '' }
