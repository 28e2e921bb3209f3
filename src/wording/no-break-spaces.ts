/** Keeps numbers and their units on one line. */

const UNITS =
  '%|per cent|[kMGT]?Wh?p?|kVA|[mk]?V|m?A|Hz|[km]?m[²³]?|cm|mph|kg|g|l|[kMG]B|dB|°C|p|pence|pounds?|miles?|metres?|litres?|tonnes?|seconds?|minutes?|hours?|days?|weeks?|months?|years?'
const NO_BREAK_SPACE = '\u00a0'
/** Maximum length of a number: without a bound, a text of digits would take quadratic time. */
const MAX_NUMBER_LENGTH = 16
/** Matches a number with its unit. Global, so only for `replace` and `split`. */
export const QUANTITY_PATTERN = new RegExp(`(\\d[\\d.,]{0,${MAX_NUMBER_LENGTH}} (?:${UNITS})(?![\\p{L}\\d]))`, 'gu')

/** Replaces the space in `10 kWh` by a no-break space, for HTML rendered from Markdown. */
export const insertNoBreakSpaces = (text: string): string => text.replace(QUANTITY_PATTERN, (found) => found.replace(' ', NO_BREAK_SPACE))

/** Splits a text to `['a ', '10 kWh', ' battery']`: every second part is a number with its unit. */
export const splitAtQuantities = (text: string): string[] => text.split(QUANTITY_PATTERN)
