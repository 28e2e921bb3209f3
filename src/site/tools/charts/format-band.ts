/** Formats the results of tools with their unit, rounded to the precision of the calculation. */
import type { Band } from '#features/tools/tool.client.ts'
import { roundKwh, roundPounds } from '#features/tools/figures/rounding.policy.ts'
import type { Wording } from '#wording/wording.ts'

const MINUS = '−'
/** Tolerance for floating-point errors, so that a value that equals a limit is not rounded up. */
const EPSILON = 1e-9

const MAX_YEARS = 100
const YEARS_SUFFIX = /\u00a0years?$/
/** Payback of a price of £0, such as that of a heat pump whose grant covers the quote. */
const NOTHING_TO_PAY = 'nothing to pay'

/** Number of decimals by unit. Other units have none. */
const DECIMALS_BY_UNIT: Record<string, number> = {
  years: 1,
  kW: 1,
  kVA: 1,
  '°C': 1,
  'p/kWh': 1,
  'p/litre': 1,
  m: 1,
  '': 2,
}

const SINGULAR_UNITS: Record<string, string> = { years: 'year', points: 'point' }

/** Limits such as 3.68 kW must not be rounded up, so powers with two decimals are shown exactly; estimates have more decimals. */
const isExactPower = (value: number, unit: string) => unit === 'kW' && Math.abs(value * 100 - Math.round(value * 100)) < EPSILON

/** Rounds a value to the precision of its unit. Noise and distances are rounded up. Returns a share in per cent. */
function roundForUnit(value: number, unit: string): number {
  if (unit === '£' || unit === '£/kW') return roundPounds(value)
  if (unit === 'kWh') return Math.abs(value) < 100 ? Math.round(value) : roundKwh(value)
  if (unit === 'kg' || unit === 'miles') return Math.round(value / 10) * 10
  if (unit === 'dB(A)') return Math.ceil(value - EPSILON)
  if (unit === 'm') return Math.ceil(value * 10 - EPSILON) / 10
  if (unit === 'share') return Math.round(value * 100)
  return value
}

/** Returns `£555`, `3,410 kWh` or `66%`. */
export function formatValue(value: number, unit: string, { number, symbol }: Pick<Wording, 'number' | 'symbol'>): string {
  // No home is planned further ahead, and a number of four digits would look exact.
  if (unit === 'years' && value === 0) return NOTHING_TO_PAY
  if (unit === 'years' && value > MAX_YEARS) return `over ${MAX_YEARS}\u00a0years`
  const rounded = roundForUnit(value, unit)
  const digits = number(Math.abs(rounded), isExactPower(value, unit) ? 2 : (DECIMALS_BY_UNIT[unit] ?? 0))
  const amount = (rounded < 0 && digits !== '0' ? MINUS : '') + (unit.startsWith('£') ? symbol : '') + digits
  if (unit === 'share') return `${amount}%`
  const suffix = (digits === '1' && SINGULAR_UNITS[unit]) || unit.replace('£', '').replace(/^\//, 'per ')
  return suffix === '' ? amount : `${amount}\u00a0${suffix}`
}

/** Formats a value of a band. `null` means "never", such as a payback time that is never reached. */
export const formatEnd = (value: number | null, unit: string, wording: Pick<Wording, 'number' | 'symbol'>): string =>
  value === null ? 'never' : formatValue(value, unit, wording)

/** Returns `between £470 and £640` or `between 1 and 25.3 years`; empty if the band has no low value, or if both ends have the same text. */
export function formatRange({ low, high, unit }: Band, wording: Pick<Wording, 'number' | 'symbol'>): string {
  if (low === null) return ''
  const [from, to] = [formatValue(low, unit, wording), formatEnd(high, unit, wording)]
  if (from === to) return ''
  if (unit === 'years' && low === 0) return `from ${from} to ${to}`
  if (high === null) return `from ${from} to never`
  // The unit follows the high end only. With the unit at both ends, a range could read `between 1 year and 25.3 years`.
  return `between ${unit === 'years' ? from.replace(YEARS_SUFFIX, '') : from} and ${to}`
}

/** Formats a reference value as it is used in a calculation, with up to five decimals: `26.11 p/kWh`, `£7,500`, `85%` or `× 0.9`. */
export function formatReferenceValue(value: number, unit: string, { number, symbol }: Pick<Wording, 'number' | 'symbol'>): string {
  if (unit === 'share') return `${number(value * 100, 3)}%`
  // A calendar year has no separator.
  if (unit === 'year') return String(value)
  const digits = number(value, 5)
  if (unit === 'factor') return `× ${digits}`
  if (unit === '') return digits
  if (unit === '%') return `${digits}%`
  return unit.startsWith('£') ? `${symbol}${digits}${unit.slice(1).replace('/', ' per ')}` : `${digits} ${unit}`
}
