/** Formats reference values: `26.11p`, `£7,500`, `85%`, `0.177 kg`. */
import { DEFAULT_LANGUAGE, formatFixed, formatNumber } from '#wording/numbers.ts'

const MAX_DECIMALS = 5
/** Number of decimals of amounts in pounds that are not whole. */
const PENCE_DECIMALS = 2

export interface ReferenceValueFormat {
  /** Exact number of decimals; by default as many as the value has, up to 5. */
  decimals?: number | undefined
  /** Whether the long suffix of the unit is added: `26.11p a kWh` instead of `26.11p`. */
  isLong?: boolean | undefined
  language?: string | undefined
}

/** Prefix, suffix and additional suffix of a unit, and the factor by which the value is multiplied for display. */
interface UnitForm {
  prefix?: string
  suffix?: string
  longSuffix?: string
  displayFactor?: number
}

const createPerUnit = (prefix: string, suffix: string, unit: string): UnitForm => ({ prefix, suffix, longSuffix: ` a ${unit}` })

const UNITS: Record<string, UnitForm> = {
  'p/kWh': createPerUnit('', 'p', 'kWh'),
  'p/day': createPerUnit('', 'p', 'day'),
  'p/litre': createPerUnit('', 'p', 'litre'),
  'p/mile': createPerUnit('', 'p', 'mile'),
  'kg/kWh': createPerUnit('', ' kg', 'kWh'),
  'kWh/litre': createPerUnit('', ' kWh', 'litre'),
  '£': { prefix: '£' },
  '£/kW': createPerUnit('£', '', 'kW'),
  '£/kWh': createPerUnit('£', '', 'kWh'),
  '%': { suffix: '%' },
  share: { suffix: '%', displayFactor: 100 },
  p: { suffix: 'p' },
  '1/h': { longSuffix: ' an hour' },
  factor: {},
  '': {},
}

/** Formats a number that is not negative; the caller adds the sign. */
export function formatDigits(value: number, decimals: number | undefined, language = DEFAULT_LANGUAGE): string {
  return decimals === undefined ? formatNumber(value, language, MAX_DECIMALS) : formatFixed(value, decimals, language)
}

/**
 * Formats a value with its unit.
 * @param unit unit as stored, such as `p/kWh`
 */
export function formatReferenceValue(
  value: number,
  unit: string,
  { decimals, isLong = false, language }: ReferenceValueFormat = {},
): string {
  if (unit === 'year') return formatYear(value)
  const { prefix = '', suffix = '', longSuffix = '', displayFactor = 1 } = UNITS[unit] ?? { suffix: ` ${unit}` }
  const scaled = value * displayFactor
  const rounded = displayFactor === 1 ? scaled : Number(scaled.toFixed(1))
  const effectiveDecimals = prefix === '£' && decimals === undefined && !Number.isInteger(rounded) ? PENCE_DECIMALS : decimals
  const sign = rounded < 0 ? '−' : ''
  return `${sign}${prefix}${formatDigits(Math.abs(rounded), effectiveDecimals, language)}${suffix}${isLong ? longSuffix : ''}`
}

/** Splits a formatted value into the amount and the suffix that pages show in small type: `26.11p` and ` a kWh`. */
export function splitReferenceValue(value: number, unit: string, language?: string): { amount: string; rest: string } {
  const amount = formatReferenceValue(value, unit, { language })
  return { amount, rest: formatReferenceValue(value, unit, { isLong: true, language }).slice(amount.length) }
}

/** Formats a year. Dates that are known to the half year end in .5: 2027.5 is the second half of 2027. */
const formatYear = (value: number) => (Number.isInteger(value) ? String(value) : `second half of ${Math.floor(value)}`)

/** Formats a range as `3p to 15p`, or as one value if both ends are equal. */
export const formatReferenceRange = (low: number, high: number, unit: string, form: ReferenceValueFormat = {}): string =>
  low === high
    ? formatReferenceValue(low, unit, form)
    : `${formatReferenceValue(low, unit, { ...form, isLong: false })} to ${formatReferenceValue(high, unit, form)}`
