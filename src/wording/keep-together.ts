/** A figure and its unit stay on one line, in headlines and in sentences. */

const UNITS =
  '%|per cent|[kMGT]?Wh?p?|kVA|[mk]?V|m?A|Hz|[km]?m[²³]?|cm|mph|kg|g|l|[kMG]B|dB|°C|p|pence|pounds?|miles?|metres?|litres?|tonnes?|seconds?|minutes?|hours?|days?|weeks?|months?|years?'
const QUANTITY = new RegExp(`(\\d[\\d.,]*) (?=(?:${UNITS})(?![\\p{L}\\d]))`, 'gu')
const NO_BREAK_SPACE = '\u00a0'

/** `a 10 kWh battery` with a space between `10` and `kWh` at which no line ends. What it reads as, and is copied as, stays the same. */
export const keepTogether = (text: string): string => text.replace(QUANTITY, `$1${NO_BREAK_SPACE}`)
