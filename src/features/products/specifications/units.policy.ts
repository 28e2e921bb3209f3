/** Parses numbers and units as written in product texts: `about 1,500 kg`, `up to 150 m³/h`, `2 × 7.4 kW`, `-0.34% per °C`. */

export interface Quantity {
  /** Qualifier before the number, such as `about ` or `up to `; empty if there is none. */
  about: string
  /** The number as written. */
  text: string
  number: number
  /** Canonical spelling of the unit, with `per` before a divisor, such as `miles per kWh`; absent for a plain number. */
  unit?: string
  /** The text after the number, including the unit. */
  rest: string
  /** False if the number alone would mislead, because it has an alternative (`8.8 kWh or 13.2 kWh`) or is a sum (`2 h 55 min`). */
  isUnambiguous: boolean
}

type Conversion = number | ((value: number) => number)

/** For each unit: a pattern of its spellings, the base unit for comparisons, and the conversion to it. Longer spellings come first. */
const UNITS: Record<string, { spelt: string; base?: string; by?: Conversion }> = {
  'm³/h': { spelt: 'm(?:³|3|\\^3)\\/h(?:our)?' },
  'l/s': { spelt: 'l\\/s', base: 'm³/h', by: 3.6 },
  'p/kWh': { spelt: '(?:p|pence) ?(?:\\/|per) ?kWh' },
  'km/h': { spelt: 'km\\/h|kph', base: 'mph', by: 0.621371 },
  mph: { spelt: 'mph' },
  'dB(A)': { spelt: 'dB ?\\(A\\)|dBA|dB' },
  kWh: { spelt: 'kWh' },
  MWh: { spelt: 'MWh', base: 'kWh', by: 1000 },
  Wh: { spelt: 'Wh', base: 'kWh', by: 0.001 },
  kWp: { spelt: 'kWp', base: 'W', by: 1000 },
  Wp: { spelt: 'Wp', base: 'W', by: 1 },
  kW: { spelt: 'kW', base: 'W', by: 1000 },
  W: { spelt: 'W|watts?' },
  kVA: { spelt: 'kVA' },
  mA: { spelt: 'mA', base: 'A', by: 0.001 },
  A: { spelt: 'A|amps?' },
  V: { spelt: 'V|volts?' },
  kg: { spelt: 'kgs?|kilos?|kilograms?' },
  tonnes: { spelt: 't|tonnes?', base: 'kg', by: 1000 },
  g: { spelt: 'g|grams?', base: 'kg', by: 0.001 },
  mm: { spelt: 'mm' },
  cm: { spelt: 'cm', base: 'mm', by: 10 },
  km: { spelt: 'kms?|kilometres?|kilometers?', base: 'miles', by: 0.621371 },
  miles: { spelt: 'miles?|mi' },
  minutes: { spelt: 'minutes?|mins?' },
  months: { spelt: 'months?', base: 'years', by: 1 / 12 },
  years: { spelt: 'years?|yrs?' },
  days: { spelt: 'days?' },
  h: { spelt: 'hours?|hrs?|h', base: 'minutes', by: 60 },
  s: { spelt: 'seconds?|secs?|s', base: 'minutes', by: 1 / 60 },
  'm²': { spelt: 'm(?:²|2|\\^2)' },
  'm³': { spelt: 'm(?:³|3|\\^3)', base: 'litres', by: 1000 },
  ml: { spelt: 'ml', base: 'litres', by: 0.001 },
  litres: { spelt: 'litres?|liters?|[lL]' },
  m: { spelt: 'm|metres?|meters?', base: 'mm', by: 1000 },
  kPa: { spelt: 'kPa', base: 'Pa', by: 1000 },
  Pa: { spelt: 'Pa' },
  bar: { spelt: 'bar', base: 'Pa', by: 100_000 },
  '°C': { spelt: '° ?C' },
  '°F': { spelt: '° ?F', base: '°C', by: (value) => ((value - 32) * 5) / 9 },
  cycles: { spelt: 'cycles?' },
  '%': { spelt: '%|per ?cent' },
  // Quotients have no spellings, because they are composed of other units.
  'miles per kWh': { spelt: '' },
  'km per kWh': { spelt: '', base: 'miles per kWh', by: 0.621371 },
  'kWh per 100 km': { spelt: '', base: 'miles per kWh', by: (value) => 62.1371 / value },
  'Wh per mile': { spelt: '', base: 'miles per kWh', by: (value) => 1000 / value },
  'kWh per 100 mile': { spelt: '', base: 'miles per kWh', by: (value) => 100 / value },
  'Wh per km': { spelt: '', base: 'miles per kWh', by: (value) => 621.371 / value },
  'kWh per h': { spelt: '', base: 'W', by: 1000 },
}
/** Each unit with a case-sensitive and a case-insensitive pattern, because some units differ only in case (`m` and `M`, `a` and `A`). */
const SPELLINGS = Object.entries(UNITS)
  .filter(([, { spelt }]) => spelt)
  .map(
    ([unit, { spelt }]) =>
      [unit, new RegExp(`^(?:${spelt})(?![\\p{L}\\d²³])`, 'u'), new RegExp(`^(?:${spelt})(?![\\p{L}\\d²³])`, 'iu')] as const,
  )

const QUALIFIER =
  '(?:up to|about|around|approximately|approx\\.?|circa|ca\\.?|at least|at most|more than|less than|over|under|from|max\\.?|min\\.?|[~≈<>≤≥])\\s*'
const DIGITS = '\\d{1,3}(?:[,\\u00a0\\u202f]\\d{3})+(?:\\.\\d+)?(?!\\d)|\\d+(?:[.,]\\d+)?'
const CURRENCY = '(?:[A-Z]{1,2}\\$|[£€$])'
const LEADING = new RegExp(
  `^(?<about>(?:${QUALIFIER})*)(?<text>(?<times>\\d+ ?[×x] ?)?(?<currency>${CURRENCY})? ?(?<sign>[±+−-])? ?(?<digits>${DIGITS}))(?<rest>.*)$`,
  'isu',
)
/** Matches text after digits that makes them something else than a number: 50/60, 4:1, 3-pin, 1.2.3, 1.5–2.0, 5G. */
const NOT_A_NUMBER = /^(?:[\p{L}/:_]|[.,]\d|[-–−]\s*[\p{L}\d£€$]| ?[–−] ?\d|\s*(?:to|or|and|-)\s+[-−]?\d|\s*[×x](?!\p{L}))/iu
/** Matches a second number after the unit: `10 kW to 12 kW`, `1 m × 2 m`. */
const RANGE_AFTER_UNIT = /^\s*(?:to|–|×|x)\s*[-−]?\d/iu
const ALTERNATIVE = /\bor \d/i

/**
 * Parses the number and the unit with which a value begins.
 * @returns undefined if the value does not begin with a number, or begins with a range
 */
export function parseAmount(value: string): Quantity | undefined {
  const groups = LEADING.exec(value)?.groups
  if (!groups) return undefined
  const { about = '', text = '', times, currency, sign, digits = '', rest = '' } = groups
  const unitMatch = parseUnit(rest)
  if (!unitMatch && NOT_A_NUMBER.test(rest)) return undefined
  if (unitMatch && RANGE_AFTER_UNIT.test(unitMatch.remainder)) return undefined
  const unit = currency ? appendDivisor(currency, rest).unit : unitMatch?.unit
  // `2 × 30 mm` is a size.
  if (times && (!unit || /^[cm]?m$/.test(unit))) return undefined
  const absolute = toNumber(digits)
  const number = sign === '-' || sign === '−' ? -absolute : absolute
  const duration = unitMatch && { h: parseDuration(number, unitMatch) }[unitMatch.unit]
  if (duration) return { about, text: text.trim(), ...duration, rest, isUnambiguous: false }
  return { about, text: text.trim(), number, ...(unit ? { unit } : {}), rest, isUnambiguous: !ALTERNATIVE.test(rest) }
}

const toNumber = (digits: string): number =>
  /^\d{1,3}(?:[,\u00a0\u202f]\d{3})+/.test(digits) ? Number(digits.replaceAll(/[,\u00a0\u202f]/g, '')) : Number(digits.replace(',', '.'))

interface UnitMatch {
  unit: string
  /** The text after the unit. */
  remainder: string
}

/** Parses the unit with which a text begins, including a quotient; undefined if there is none. */
function parseUnit(text: string): UnitMatch | undefined {
  const trimmed = text.replace(/^\s+/, '')
  const [unit, spelling] = findSpelling(trimmed, 1) ?? findSpelling(trimmed, 2) ?? []
  if (!unit || spelling === undefined) return undefined
  return appendDivisor(unit, trimmed.slice(spelling.length))
}

const findSpelling = (text: string, strictness: 1 | 2): [string, string] | undefined => {
  for (const spelling of SPELLINGS) {
    const found = spelling[strictness].exec(text)
    // A single letter in the other case would be another unit.
    if (found && (strictness === 1 || found[0].length > 1)) return [spelling[0], found[0]]
  }
  return undefined
}

function appendDivisor(unit: string, text: string): UnitMatch {
  const [divisorText = '', hundred = '', word = ''] = /^ ?(?:per|\/) ?(100 ?)?([^\s,;)/]+(?:\/[^\s,;)]+)?)/iu.exec(text) ?? []
  if (!word) return { unit, remainder: text }
  const [divisor] = findSpelling(word, 1) ?? findSpelling(word, 2) ?? [word]
  const singular = SINGULAR[divisor] ?? divisor
  return { unit: `${unit} per ${hundred ? '100 ' : ''}${singular}`, remainder: text.slice(divisorText.length) }
}
const SINGULAR: Record<string, string> = {
  days: 'day',
  years: 'year',
  months: 'month',
  litres: 'litre',
  miles: 'mile',
  minutes: 'minute',
  cycles: 'cycle',
}

function parseDuration(hours: number, { remainder }: UnitMatch): { number: number; unit: string } | undefined {
  const [, minutes] = /^\s*(?:and\s*)?(\d{1,2})\s*(?:minutes?|mins?|m)\b/i.exec(remainder) ?? []
  return minutes === undefined ? undefined : { number: hours * 60 + Number(minutes), unit: 'minutes' }
}

/** Returns the unit to which a unit is converted for comparisons; the unit itself if it is unknown or has no other base. */
export const baseUnitOf = (unit: string | undefined): string | undefined => (unit === undefined ? undefined : (UNITS[unit]?.base ?? unit))

/**
 * Converts an amount to another unit.
 * @returns undefined if the units measure different things, or if there is no conversion back from the base unit
 */
export function convertUnit(number: number, from: string | undefined, to: string | undefined): number | undefined {
  if (from === to) return number
  if (baseUnitOf(from) !== baseUnitOf(to)) return undefined
  const { by: toBase = 1 } = UNITS[from ?? ''] ?? {}
  const { by: fromBase = 1 } = UNITS[to ?? ''] ?? {}
  const inBase = typeof toBase === 'function' ? toBase(number) : number * toBase
  if (typeof fromBase === 'function') return undefined
  return removeRoundingError(inBase / fromBase)
}

/** Returns the unit as written after a number: ` kWh`, but `%` without a space. */
export const formatUnitSuffix = (unit: string): string => (unit === '' || unit.startsWith('%') ? unit : ` ${unit}`)

/** Removes binary rounding errors. */
const removeRoundingError = (number: number): number => Number(number.toPrecision(10))
