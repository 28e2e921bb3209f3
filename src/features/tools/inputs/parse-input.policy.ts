/** One input's text as its value, or what is wrong with it in words for the field. */
import { findRegionOfPostcode } from '#features/tools/places/postcode-regions.policy.ts'
import { DIRECTIONS, SHADES } from '#features/tools/places/sap-sun.policy.ts'
import { formatNumber } from '#wording/numbers.ts'
import type { InputValue, ToolInput } from './tool-input.policy.ts'

export type Parsed = { value: InputValue; text: string } | { error: string }

const NUMBER = /^[+-]?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?|\.\d+)$/
const MAX_CHARACTERS = 400
/** Of rows: too many of them are told so, and not that they are long. */
export const MAX_INPUT_CHARACTERS = 4000

/** @param today for a date, which may not have passed */
export function parseInput(input: ToolInput, given: string, today: string): Parsed {
  const text = given.trim()
  const isRows = input.kind === 'slopes' || input.kind === 'elements' || input.kind === 'rooms'
  if (text.length > (isRows ? MAX_INPUT_CHARACTERS : MAX_CHARACTERS)) return { error: 'That is too long.' }
  switch (input.kind) {
    case 'number':
    case 'whole':
      return parseNumber(input, text)
    case 'flag':
      return text === '0' || text === '1' ? { value: text === '1', text } : { error: 'Give 1 for yes or 0 for no.' }
    case 'choice':
      return input.choices?.some(({ value }) => value === text) ? { value: text, text } : { error: `Choose one of: ${listOf(input)}.` }
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

const listOf = ({ choices = [] }: ToolInput) => choices.map(({ value }) => value).join(', ')

function parseNumber(input: ToolInput, text: string): Parsed {
  const problem = numberProblem(text, input.min, input.max, input.unit)
  if (problem) return { error: problem }
  const value = Number(text.replaceAll(',', ''))
  if (input.kind === 'whole' && !Number.isInteger(value)) return { error: 'Give a whole number.' }
  return { value, text: String(value) }
}

/** Says what is wrong with a number, undefined for a good one. `1e9`, `Infinity` and `0x10` are no numbers here. */
function numberProblem(text: string, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, unit = ''): string | undefined {
  if (!NUMBER.test(text)) return 'Give a number, such as 2500 or 0.85.'
  const value = Number(text.replaceAll(',', ''))
  const after = ['', '°', '%'].includes(unit) ? unit : ` ${unit}`
  if (value < 0 && min >= 0) return 'Give a number that is not negative.'
  if (value < min) return `Give at least ${formatNumber(min)}${after}.`
  if (value > max) return `Give at most ${formatNumber(max)}${after}.`
  return undefined
}

function parseChoices(input: ToolInput, text: string): Parsed {
  const given = text.split(',').map((one) => one.trim())
  const isKnown = given.every((one) => input.choices?.some(({ value }) => value === one))
  if (text === 'none') return { value: [], text }
  return isKnown ? { value: [...new Set(given)], text: [...new Set(given)].join(',') } : { error: `Choose from: ${listOf(input)}.` }
}

function parsePostcode(text: string): Parsed {
  const plain = text.toUpperCase().replaceAll(/\s+/g, ' ')
  if (/^(JE|GY|IM)\d/.test(plain)) return { error: 'The Channel Islands and the Isle of Man are in none of the regions.' }
  if (findRegionOfPostcode(plain) === undefined) return { error: 'Give a postcode of the United Kingdom, or its first half: LS6.' }
  // The first half is enough, and the rest is nobody's business: it is not kept.
  const outward = plain.includes(' ') ? plain.slice(0, plain.indexOf(' ')) : plain.length > 4 ? plain.slice(0, -3) : plain
  return { value: outward, text: outward }
}

function parseDate(text: string, today: string): Parsed {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return { error: 'Give a day, such as 2027-03-01.' }
  if (text < today) return { error: 'That day is past. Give today or a later day.' }
  return text > '2050-12-31' ? { error: 'That is too far ahead.' } : { value: text, text }
}

type RowParsed = { row: object; text: string } | { error: string }

/** Rows joined by `;`, whose parts are joined by `:`. */
function parseRows(input: ToolInput, text: string, parse: (parts: string[]) => RowParsed): Parsed {
  const rows = text.split(';').filter((one) => one.trim() !== '')
  const { min = 1, max = 1 } = input
  if (rows.length < min) return { error: 'Give at least one.' }
  if (rows.length > max) return { error: `Give at most ${max}.` }
  const parsed = rows.map((row) => parse(row.split(':').map((part) => part.trim())))
  const wrong = parsed.findIndex((one) => 'error' in one)
  const first = parsed[wrong]
  if (first && 'error' in first) return { error: rows.length > 1 ? `Number ${wrong + 1}: ${first.error}` : first.error }
  const good = parsed.flatMap((one) => ('row' in one ? [one] : []))
  return { value: good.map(({ row }) => row) as InputValue, text: good.map((one) => one.text).join(';') }
}

/** The first problem among the parts of a row, each with its name, its text and its bounds. */
function rowProblem(
  parts: readonly [name: string, text: string | undefined, min: number, max: number, unit: string][],
): string | undefined {
  for (const [name, text = '', min, max, unit] of parts) {
    const problem = numberProblem(text, min, max, unit)
    if (problem) return `${name}: ${problem}`
  }
  return undefined
}

const numberOf = (text = '') => Number(text.replaceAll(',', ''))

/** `2.4:36:E:none` */
function parseSlope(parts: string[]): RowParsed {
  const [kwp, pitch, directionText = '', shadeText = 'none'] = parts
  const problem = rowProblem([
    ['kWp', kwp, 0.1, 100, 'kWp'],
    ['pitch', pitch, 0, 90, '°'],
  ])
  if (problem) return { error: problem }
  const direction = DIRECTIONS.find((one) => one === directionText.toUpperCase())
  const shade = SHADES.find((one) => one === shadeText.toLowerCase())
  if (!direction) return { error: `direction: choose one of ${DIRECTIONS.join(', ')}.` }
  if (!shade || parts.length > 4) return { error: `shade: choose one of ${SHADES.join(', ')}.` }
  const row = { kwp: numberOf(kwp), pitchDegrees: numberOf(pitch), direction, shade }
  return { row, text: [row.kwp, row.pitchDegrees, direction, shade].join(':') }
}

/** `80:1.7` */
function parseElement(parts: string[]): RowParsed {
  const [area, uValue] = parts
  const problem = rowProblem([
    ['area', area, 0, 5000, 'm²'],
    ['U', uValue, 0.05, 7, 'W/m²K'],
  ])
  if (problem || parts.length > 2) return { error: problem ?? 'Give an area and a U value.' }
  const row = { areaM2: numberOf(area), uValue: numberOf(uValue) }
  return { row, text: [row.areaM2, row.uValue].join(':') }
}

/** `900:2000:20` */
function parseRoom(parts: string[]): RowParsed {
  const [loss, output, room] = parts
  const problem = rowProblem([
    ['heat loss', loss, 1, 50_000, 'W'],
    ['radiators', output, 50, 50_000, 'W'],
    ['room', room, 5, 30, '°C'],
  ])
  if (problem || parts.length > 3) return { error: problem ?? 'Give heat loss, output and temperature.' }
  const row = { lossWatts: numberOf(loss), outputWatts: numberOf(output), roomCelsius: numberOf(room) }
  return { row, text: [row.lossWatts, row.outputWatts, row.roomCelsius].join(':') }
}
