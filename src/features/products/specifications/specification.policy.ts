/** Parses the `technicalSpecs` of a product: one specification per line, with its number and unit if it has one. */
import { stripBrackets, findSpecByLabel, type BetterDirection } from './spec-definitions.policy.ts'
import { splitLines } from './split-lines.policy.ts'
import { convertUnit, parseAmount, type Quantity } from './units.policy.ts'
import { normalizeText } from '#wording/normalize-text.ts'

export interface Specification {
  /** Shared by all labels with the same meaning in a category: `range` for `Range` and `Official range (WLTP)`. */
  key: string
  label: string
  /** As written; empty for a line without a colon. */
  value: string
  /** The number that the value begins with. */
  number?: number
  /** Canonical unit of that number: `miles`, `kWh`, `dB(A)`. Absent for a plain number. */
  unit?: string
  /** The number in the unit of its key. Absent if it cannot be converted. */
  comparable?: number
  /** Absent if neither direction is clearly better. */
  better?: BetterDirection
  /** The number as written, with the text around it. */
  amount?: Quantity
}

/** Enough for about 200 products; parsed specifications take about ten times the memory of their text. */
const MAX_CACHED_CHARACTERS = 400_000
const MAX_CACHED_TEXT = MAX_CACHED_CHARACTERS / 20
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- limits its characters itself; the browser has no lru-cache
const cached = new Map<string, readonly Specification[]>()
let cachedCharacters = 0

/**
 * Parses `label: value` lines; a line without a colon is a label without a value. Results are cached, because a page parses the same text
 * several times.
 */
export function parseSpecifications(technicalSpecs: string | null | undefined, categorySlug: string): readonly Specification[] {
  const key = `${categorySlug}\n${technicalSpecs ?? ''}`
  const found = cached.get(key)
  if (found) return found
  const parsed = parseLines(technicalSpecs, categorySlug)
  if (key.length <= MAX_CACHED_TEXT) cacheSpecifications(key, parsed)
  return parsed
}

/** Evicts the oldest texts first. */
function cacheSpecifications(key: string, parsed: readonly Specification[]): void {
  for (const oldest of cached.keys()) {
    if (cachedCharacters + key.length <= MAX_CACHED_CHARACTERS) break
    cached.delete(oldest)
    cachedCharacters -= oldest.length
  }
  cached.set(key, parsed)
  cachedCharacters += key.length
}

function parseLines(technicalSpecs: string | null | undefined, categorySlug: string): Specification[] {
  return splitLines(technicalSpecs).map((line) => {
    const colon = line.indexOf(':')
    if (colon < 0) return { key: keyOf(line), label: line, value: '' }
    return specificationOf(line.slice(0, colon).trim(), line.slice(colon + 1).trim(), categorySlug)
  })
}

function specificationOf(label: string, value: string, categorySlug: string): Specification {
  const definition = findSpecByLabel(label, categorySlug)
  const amount = parseAmount(value)
  const comparable = definition?.none?.test(value) ? 0 : amount && comparableOf(amount, definition)
  return {
    key: definition?.key ?? keyOf(stripBrackets(label)),
    label,
    value,
    ...(amount ? { number: amount.number, amount } : {}),
    ...(amount?.unit ? { unit: amount.unit } : {}),
    ...(comparable === undefined ? {} : { comparable }),
    ...(definition?.better ? { better: definition.better } : {}),
  }
}

/** @returns undefined if the written unit measures something else */
const comparableOf = ({ number, unit }: Quantity, definition: { unit?: string } | undefined): number | undefined =>
  definition ? convertUnit(number, unit, definition.unit) : undefined

/** Key of a label without a definition. */
const keyOf = (label: string): string =>
  normalizeText(label, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
