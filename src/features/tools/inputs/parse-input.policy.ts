/** Parses the text of one input to its value or a field error. */
import { findRegionOfPostcode } from '#features/tools/places/postcode-regions.policy.ts'
import type { ParsedInput, ToolInput } from './tool-input.policy.ts'
import { parseNumber } from './parse-number.policy.ts'
import { parseRows, parseSlope, parseElement, parseRoom } from './parse-rows.policy.ts'

const MAX_TEXT_CHARACTERS = 400
/** Maximum length for inputs of rows; it is higher, so that too many rows are reported as such and not as too long. */
export const MAX_INPUT_CHARACTERS = 4000

/**
 * Parses the text of one input by its kind.
 * @param today ISO date; earlier dates are rejected
 */
export function parseInput(input: ToolInput, rawText: string, today: string): ParsedInput {
  const text = rawText.trim()
  const isRows = input.kind === 'slopes' || input.kind === 'elements' || input.kind === 'rooms'
  if (text.length > (isRows ? MAX_INPUT_CHARACTERS : MAX_TEXT_CHARACTERS)) return { error: 'This is too long.' }
  switch (input.kind) {
    case 'number':
    case 'whole':
      return parseNumber(input, text)
    case 'flag':
      return text === '0' || text === '1' ? { value: text === '1', text } : { error: 'Choose yes (1) or no (0).' }
    case 'choice':
      return input.choices?.some(({ value }) => value === text)
        ? { value: text, text }
        : { error: `Choose one of these: ${listLabels(input)}.` }
    case 'choices':
      return parseChoices(input, text)
    case 'postcode':
      return parsePostcode(text)
    case 'date':
      return parseDate(text, today)
    case 'slopes':
      return parseRows(input, text, parseSlope)
    case 'elements':
      return parseRows(input, text, parseElement)
    case 'rooms':
      return parseRows(input, text, parseRoom)
  }
}

const listLabels = ({ choices = [] }: ToolInput) => choices.map(({ label }) => `“${label}”`).join(', ')

function parseChoices(input: ToolInput, text: string): ParsedInput {
  const selected = text.split(',').map((choice) => choice.trim())
  const isKnown = selected.every((choice) => input.choices?.some(({ value }) => value === choice))
  if (text === 'none') return { value: [], text }
  return isKnown
    ? { value: [...new Set(selected)], text: [...new Set(selected)].join(',') }
    : { error: `Choose from these: ${listLabels(input)}.` }
}

function parsePostcode(text: string): ParsedInput {
  const normalized = text.toUpperCase().replaceAll(/\s+/g, ' ')
  if (/^(JE|GY|IM)\d/.test(normalized)) return { error: 'The Channel Islands and the Isle of Man are not covered.' }
  if (findRegionOfPostcode(normalized) === undefined) return { error: 'Enter a UK postcode or its first half, such as LS6.' }
  // Only the outward code is needed; for privacy the rest is dropped and never stored.
  const outward = normalized.includes(' ')
    ? normalized.slice(0, normalized.indexOf(' '))
    : normalized.length > 4
      ? normalized.slice(0, -3)
      : normalized
  return { value: outward, text: outward }
}

function parseDate(text: string, today: string): ParsedInput {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return { error: 'Enter a date, such as 2027-03-01.' }
  if (text < today) return { error: 'This date is in the past. Enter today or a later date.' }
  return text > '2050-12-31' ? { error: 'This date is too far ahead.' } : { value: text, text }
}
