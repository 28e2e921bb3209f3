/** Formats reference values: `26.11p`, `£7,500`, `85%`, `0.177 kg`. */
import { DEFAULT_LANGUAGE, formatFixed, formatNumber } from '#wording/numbers.ts'

const MAX_DECIMALS = 5
/** Decimals of amounts of pounds that are not whole. */
const PENCE_DECIMALS = 2

export interface ReferenceValueFormat {
  /** Exact number of decimals; by default as many as the value has, up to 5. */
  decimals?: number | undefined
  /** `26.11p a kWh` instead of `26.11p`. */
  isLong?: boolean | undefined
  language?: string | undefined
}

/** Prefix, suffix and additional long suffix of a unit, and the factor for display. */
interface UnitForm {
  before?: string
  after?: string
  long?: string
  times?: number
}

const per = (before: string, after: string, unit: string): UnitForm => ({ before, after, long: ` a ${unit}` })

const UNITS: Record<string, UnitForm> = {
  'p/kWh': per('', 'p', 'kWh'),
  'p/day': per('', 'p', 'day'),
  'p/litre': per('', 'p', 'litre'),
  'p/mile': per('', 'p', 'mile'),
  'kg/kWh': per('', ' kg', 'kWh'),
  'kWh/litre': per('', ' kWh', 'litre'),
  '£': { before: '£' },
  '£/kW': per('£', '', 'kW'),
  '£/kWh': per('£', '', 'kWh'),
  '%': { after: '%' },
  share: { after: '%', times: 100 },
  p: { after: 'p' },
  '1/h': { long: ' an hour' },
  factor: {},
  '': {},
}

/** Formats the digits of a non-negative number; the caller adds the sign. */
export function formatDigits(value: number, decimals: number | undefined, language = DEFAULT_LANGUAGE): string {
  return decimals === undefined ? formatNumber(value, language, MAX_DECIMALS) : formatFixed(value, decimals, language)
}

/**
 * Formats a value with its unit.
 * @param unit as stored, such as `p/kWh`
 */
export function formatReferenceValue(
  value: number,
  unit: string,
  { decimals, isLong = false, language }: ReferenceValueFormat = {},
): string {
  if (unit === 'year') return formatYear(value)
  const { before = '', after = '', long = '', times = 1 } = UNITS[unit] ?? { after: ` ${unit}` }
  const scaled = value * times
  const shown = times === 1 ? scaled : Number(scaled.toFixed(1))
  const money = before === '£' && decimals === undefined && !Number.isInteger(shown) ? PENCE_DECIMALS : decimals
  const sign = shown < 0 ? '−' : ''
  return `${sign}${before}${formatDigits(Math.abs(shown), money, language)}${after}${isLong ? long : ''}`
}

/** Splits a formatted value into the amount and the rest, which is shown small: `26.11p` and ` a kWh`. */
export function splitReferenceValue(value: number, unit: string, language?: string): { amount: string; rest: string } {
  const amount = formatReferenceValue(value, unit, { language })
  return { amount, rest: formatReferenceValue(value, unit, { isLong: true, language }).slice(amount.length) }
}

/** Half years are dates known to the half year: 2027.5 is the second half of 2027. */
const formatYear = (value: number) => (Number.isInteger(value) ? String(value) : `second half of ${Math.floor(value)}`)

/** Formats a range: `3p to 15p`, or one value if both ends are equal. */
export const formatReferenceRange = (low: number, high: number, unit: string, form: ReferenceValueFormat = {}): string =>
  low === high
    ? formatReferenceValue(low, unit, form)
    : `${formatReferenceValue(low, unit, { ...form, isLong: false })} to ${formatReferenceValue(high, unit, form)}`
