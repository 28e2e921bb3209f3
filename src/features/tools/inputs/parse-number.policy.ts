import { DEFAULT_LANGUAGE, formatNumber } from '#wording/numbers.ts'
import type { ParsedInput, ToolInput } from './tool-input.policy.ts'

const NUMBER_PATTERN = /^[+-]?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?|\.\d+)$/

/** Parses a number. Its normalised text has no separators; that of a share is in per cent. */
export function parseNumber(input: ToolInput, text: string): ParsedInput {
  if (input.unit === 'share') return parseShare(input, text)
  if (isPriceInPounds(input, text)) return { error: formatPenceProblem(Number(text)) }
  const problem = findMilesPerKwhProblem(input, text) ?? findNumberProblem(text, input.min, input.max, input.unit)
  if (problem) return { error: problem }
  const value = Number(text.replaceAll(',', ''))
  if (input.kind === 'whole' && !Number.isInteger(value)) return { error: 'Enter a whole number.' }
  return { value, text: String(value) }
}

/**
 * Whether a price in pence was entered in pounds: as a fraction of a penny, or below the minimum but within the bounds if it is multiplied by
 * 100, such as 1.58 for a litre of petrol. 0 is a free hour or no export rate.
 */
function isPriceInPounds({ unit, min = 0, max = Infinity }: ToolInput, text: string): boolean {
  if (!unit.startsWith('p/') || !NUMBER_PATTERN.test(text)) return false
  const value = Number(text.replaceAll(',', ''))
  return value > 0 && value < Math.max(1, min) && value * 100 >= min && value * 100 <= max
}

const formatPenceProblem = (pounds: number) =>
  `Enter pence, such as ${formatNumber(pounds * 100, DEFAULT_LANGUAGE, 2)} for £${Number(pounds.toFixed(2)) === pounds ? pounds.toFixed(2) : formatNumber(pounds, DEFAULT_LANGUAGE, 4)}.`

/** Range of miles per kWh in which a consumption above the maximum is likely the reciprocal. */
const MAX_MILES_PER_KWH = 8

function findMilesPerKwhProblem({ unit, max = Infinity }: ToolInput, text: string): string | undefined {
  const value = Number(text)
  return unit === 'kWh/mile' && value > max && value <= MAX_MILES_PER_KWH
    ? `Is this miles per kWh? ${text} miles per kWh are ${formatNumber(1 / value, DEFAULT_LANGUAGE, 2)} kWh a mile.`
    : undefined
}

/**
 * Parses a share, which is entered in per cent: `85` is 0.85. Numbers up to the maximum of the share, such as `0.85` in older URLs, are shares
 * already. The bounds of the input are shares.
 */
function parseShare({ min = 0, max = 1, isOneAmbiguous }: ToolInput, text: string): ParsedInput {
  if (!NUMBER_PATTERN.test(text)) return { error: 'Enter a percentage, such as 85.' }
  const number = Number(text.replaceAll(',', ''))
  const percent = roundPercent(number <= max ? number * 100 : number)
  if (isOneAmbiguous && (number === 1 || percent === 1)) return { error: 'Is this 1% or all of it? Enter 100 for all of it, or 0 for 1%.' }
  const problem = findNumberProblem(percent.toFixed(PERCENT_DECIMALS), roundPercent(min * 100), roundPercent(max * 100), '%')
  return problem ? { error: problem } : { value: percent / 100, text: String(percent) }
}

const PERCENT_DECIMALS = 4
/** Removes floating-point errors: 0.29 × 100 is 28.999999999999996. */
const roundPercent = (percent: number) => Number(percent.toFixed(PERCENT_DECIMALS))

/** Returns an error message, or undefined for a valid number. `1e9`, `Infinity` and `0x10` are invalid. */
export function findNumberProblem(
  text: string,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  unit = '',
): string | undefined {
  if (!NUMBER_PATTERN.test(text)) return 'Enter a number, such as 2500 or 0.85.'
  const value = Number(text.replaceAll(',', ''))
  if (value < 0 && min >= 0) return 'Enter a number that is not negative.'
  if (value < min) return `Enter at least ${formatAmount(min, unit)}.`
  if (value > max) return `Enter at most ${formatAmount(max, unit)}.`
  return undefined
}

/** Units whose singular is not the same word. */
const SINGULAR_UNITS: Readonly<Record<string, string>> = { miles: 'mile', years: 'year', litres: 'litre', points: 'point' }

/** Returns `£500,000`, `100 kWh`, `1 litre` or `95%`. */
function formatAmount(value: number, unit: string): string {
  if (unit === '£') return `£${formatNumber(value)}`
  const name = value === 1 ? (SINGULAR_UNITS[unit] ?? unit) : unit
  return ['', '°', '%'].includes(unit) ? `${formatNumber(value)}${unit}` : `${formatNumber(value)} ${name}`
}
