const SUFFIX = ' in a year'

/** Splits the label of a yearly result, so that "You save in a year" with £70 reads "You save £70 a year". */
export const splitYearlyLabel = (label: string): { heading: string; period: string } =>
  label.endsWith(SUFFIX) ? { heading: label.slice(0, -SUFFIX.length), period: ' a year' } : { heading: label, period: '' }
