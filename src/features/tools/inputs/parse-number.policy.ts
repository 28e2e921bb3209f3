import { formatNumber } from '#wording/numbers.ts'
import type { ParsedInput, ToolInput } from './tool-input.policy.ts'

const NUMBER_PATTERN = /^[+-]?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?|\.\d+)$/

export function parseNumber(input: ToolInput, text: string): ParsedInput {
  const problem = findNumberProblem(text, input.min, input.max, input.unit)
  if (problem) return { error: problem }
  const value = Number(text.replaceAll(',', ''))
  if (input.kind === 'whole' && !Number.isInteger(value)) return { error: 'Enter a whole number.' }
  return { value, text: String(value) }
}

/** Returns an error message, or undefined for a valid number. `1e9`, `Infinity` and `0x10` are invalid. */
export function findNumberProblem(
  text: string,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  unit = '',
): string | undefined {
  if (!NUMBER_PATTERN.test(text)) return 'Enter a number, such as 2500 or 0.85.'
  const value = Number(text.replaceAll(',', ''))
  const unitSuffix = ['', '°', '%'].includes(unit) ? unit : ` ${unit}`
  if (value < 0 && min >= 0) return 'Enter a number that is not negative.'
  if (value < min) return `Enter at least ${formatNumber(min)}${unitSuffix}.`
  if (value > max) return `Enter at most ${formatNumber(max)}${unitSuffix}.`
  return undefined
}
