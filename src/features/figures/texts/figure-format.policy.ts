/** How a figure is printed: `26.11p`, `£7,500`, `85%`, `0.177 kg`. */
import { DEFAULT_LANGUAGE, formatFixed, formatNumber } from '#wording/numbers.ts'

const MAX_DECIMALS = 5
/** Of money a year, and of shares. */
const PENCE = 2

export interface FigureForm {
  /** As many after the point, no more and no fewer; absent: as many as there are. */
  decimals?: number | undefined
  /** `26.11p a kWh`, not `26.11p`. */
  isLong?: boolean | undefined
  language?: string | undefined
}

/** What stands before and behind a number of this unit, and behind it where there is room. */
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

/** Digits as they are written, without a sign before them: that is the caller's. */
export function formatDigits(value: number, decimals: number | undefined, language = DEFAULT_LANGUAGE): string {
  return decimals === undefined ? formatNumber(value, language, MAX_DECIMALS) : formatFixed(value, decimals, language)
}

/**
 * A figure with its unit.
 * @param unit as the register has it, `p/kWh`
 */
export function formatFigure(value: number, unit: string, { decimals, isLong = false, language }: FigureForm = {}): string {
  if (unit === 'year') return formatYear(value)
  const { before = '', after = '', long = '', times = 1 } = UNITS[unit] ?? { after: ` ${unit}` }
  const scaled = value * times
  const shown = times === 1 ? scaled : Number(scaled.toFixed(1))
  const money = before === '£' && decimals === undefined && !Number.isInteger(shown) ? PENCE : decimals
  const sign = shown < 0 ? '−' : ''
  return `${sign}${before}${formatDigits(Math.abs(shown), money, language)}${after}${isLong ? long : ''}`
}

/** The figure, and what stands small behind it: `26.11p` and ` a kWh`. */
export function splitFigure(value: number, unit: string, language?: string): { amount: string; rest: string } {
  const amount = formatFigure(value, unit, { language })
  return { amount, rest: formatFigure(value, unit, { isLong: true, language }).slice(amount.length) }
}

/** 2027.5 is a date that is known by halves. */
const formatYear = (value: number) => (Number.isInteger(value) ? String(value) : `second half of ${Math.floor(value)}`)

/** `3p to 15p`; one figure where there is no range. */
export const formatFigureRange = (low: number, high: number, unit: string, form: FigureForm = {}): string =>
  low === high
    ? formatFigure(low, unit, form)
    : `${formatFigure(low, unit, { ...form, isLong: false })} to ${formatFigure(high, unit, form)}`
