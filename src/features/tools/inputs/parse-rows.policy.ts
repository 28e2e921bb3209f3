/** Parses inputs that consist of rows: slopes of a roof, fabric elements of a house, rooms. */
import { DIRECTIONS, SHADE_LEVELS } from '#features/tools/places/sap-sun.policy.ts'
import type { InputValue, ParsedInput, ToolInput } from './tool-input.policy.ts'
import { findNumberProblem } from './parse-number.policy.ts'

type ParsedRow = { row: object; text: string } | { error: string }

/** Parses rows joined by `;`, whose parts are joined by `:`. */
export function parseRows(input: ToolInput, text: string, parse: (parts: string[]) => ParsedRow): ParsedInput {
  const rows = text.split(';').filter((row) => row.trim() !== '')
  const { min = 1, max = 1 } = input
  if (rows.length < min) return { error: 'Enter at least one.' }
  if (rows.length > max) return { error: `Enter at most ${max}.` }
  const parsed = rows.map((row) => parse(row.split(':').map((part) => part.trim())))
  const invalidIndex = parsed.findIndex((result) => 'error' in result)
  const firstInvalid = parsed[invalidIndex]
  if (firstInvalid && 'error' in firstInvalid)
    return { error: rows.length > 1 ? `Row ${invalidIndex + 1}: ${firstInvalid.error}` : firstInvalid.error }
  const valid = parsed.flatMap((result) => ('row' in result ? [result] : []))
  return { value: valid.map(({ row }) => row) as InputValue, text: valid.map((result) => result.text).join(';') }
}

/** Returns the first error message among the numeric parts of a row, or undefined. */
function findRowProblem(
  parts: readonly [name: string, text: string | undefined, min: number, max: number, unit: string][],
): string | undefined {
  for (const [name, text = '', min, max, unit] of parts) {
    const problem = findNumberProblem(text, min, max, unit)
    if (problem) return `${name}: ${problem}`
  }
  return undefined
}

const toNumber = (text = '') => Number(text.replaceAll(',', ''))

/** Parses `2.4:36:E:none`: kWp, pitch in degrees, direction, shade. */
export function parseSlope(parts: string[]): ParsedRow {
  const [kwp, pitch, directionText = '', shadeText = 'none'] = parts
  const problem = findRowProblem([
    ['kWp', kwp, 0.1, 100, 'kWp'],
    ['pitch', pitch, 0, 90, '°'],
  ])
  if (problem) return { error: problem }
  const direction = DIRECTIONS.find((candidate) => candidate === directionText.toUpperCase())
  const shade = SHADE_LEVELS.find((candidate) => candidate === shadeText.toLowerCase())
  if (!direction) return { error: `direction: choose one of ${DIRECTIONS.join(', ')}.` }
  if (!shade || parts.length > 4) return { error: `shade: choose one of ${SHADE_LEVELS.join(', ')}.` }
  const row = { kwp: toNumber(kwp), pitchDegrees: toNumber(pitch), direction, shade }
  return { row, text: [row.kwp, row.pitchDegrees, direction, shade].join(':') }
}

/** Parses `80:1.7`: area in m², U-value in W/m²K. */
export function parseElement(parts: string[]): ParsedRow {
  const [area, uValue] = parts
  const problem = findRowProblem([
    ['area', area, 0, 5000, 'm²'],
    ['U-value', uValue, 0.05, 7, 'W/m²K'],
  ])
  if (problem || parts.length > 2) return { error: problem ?? 'Enter an area and a U-value.' }
  const row = { areaM2: toNumber(area), uValue: toNumber(uValue) }
  return { row, text: [row.areaM2, row.uValue].join(':') }
}

/** Parses `900:2000:20`: heat loss and radiator output in W, room temperature in °C. */
export function parseRoom(parts: string[]): ParsedRow {
  const [loss, output, room] = parts
  const problem = findRowProblem([
    ['heat loss', loss, 1, 50_000, 'W'],
    ['radiators', output, 50, 50_000, 'W'],
    ['room', room, 5, 30, '°C'],
  ])
  if (problem || parts.length > 3) return { error: problem ?? 'Enter heat loss, output and temperature.' }
  const row = { lossWatts: toNumber(loss), outputWatts: toNumber(output), roomCelsius: toNumber(room) }
  return { row, text: [row.lossWatts, row.outputWatts, row.roomCelsius].join(':') }
}
