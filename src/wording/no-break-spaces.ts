/** Keeps numbers and their units on one line. */

const UNITS =
  '%|per cent|[kMGT]?Wh?p?|kVA|[mk]?V|m?A|Hz|[km]?m[²³]?|cm|mph|kg|g|l|[kMG]B|dB|°C|p|pence|pounds?|miles?|metres?|litres?|tonnes?|seconds?|minutes?|hours?|days?|weeks?|months?|years?'
const NO_BREAK_SPACE = '\u00a0'
/** Maximum number of characters in a number. Without it, a text of digits would take quadratic time. */
const MAX_NUMBER_LENGTH = 16
/** Matches a number with its unit. It is global, and must therefore be used for `replace` and `split` only. */
export const QUANTITY_PATTERN = new RegExp(`(\\d[\\d.,]{0,${MAX_NUMBER_LENGTH}} (?:${UNITS})(?![\\p{L}\\d]))`, 'gu')

/** Replaces the space in quantities such as `10 kWh` by a no-break space, for HTML that is rendered from Markdown. */
export const insertNoBreakSpaces = (text: string): string =>
  text.replace(QUANTITY_PATTERN, (quantity) => quantity.replace(' ', NO_BREAK_SPACE))

/** Splits a text into parts of which every second is a number with its unit: `['a ', '10 kWh', ' battery']`. */
export const splitAtQuantities = (text: string): string[] => text.split(QUANTITY_PATTERN)
