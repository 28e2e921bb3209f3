/** A figure and its unit stay on one line, in headlines and in sentences. */

const UNITS =
  '%|per cent|[kMGT]?Wh?p?|kVA|[mk]?V|m?A|Hz|[km]?m[²³]?|cm|mph|kg|g|l|[kMG]B|dB|°C|p|pence|pounds?|miles?|metres?|litres?|tonnes?|seconds?|minutes?|hours?|days?|weeks?|months?|years?'
const NO_BREAK_SPACE = '\u00a0'
/** No figure is longer: without an end, a text of digits alone would be gone through once for each of them. */
const FIGURE_LENGTH = 16
/** What is searched for: global, so for `replace` and `split` alone. */
export const QUANTITY_PATTERN = new RegExp(`(\\d[\\d.,]{0,${FIGURE_LENGTH}} (?:${UNITS})(?![\\p{L}\\d]))`, 'gu')

/** `a 10 kWh battery` with a space between `10` and `kWh` at which no line ends: for HTML that is made of Markdown. */
export const insertNoBreakSpaces = (text: string): string => text.replace(QUANTITY_PATTERN, (found) => found.replace(' ', NO_BREAK_SPACE))

/** `['a ', '10 kWh', ' battery']`: every second part is a figure with its unit. */
export const splitAtQuantities = (text: string): string[] => text.split(QUANTITY_PATTERN)
