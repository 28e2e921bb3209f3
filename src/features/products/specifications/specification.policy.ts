/** What a product's `technicalSpecs` say: one line, one thing, with its number and unit where it has one. The only parser of them. */
import { stripBrackets, findSpecByLabel, type BetterDirection } from './spec-definitions.policy.ts'
import { splitLines } from './split-lines.policy.ts'
import { convertUnit, parseAmount, type Quantity } from './units.policy.ts'
import { normalizeText } from '#wording/normalize-text.ts'

export interface Specification {
  /** The same for all labels that mean the same in a category: `range` for `Range` and `Official range (WLTP)`. */
  key: string
  label: string
  /** As it is written; empty for a line without a colon. */
  value: string
  /** The number that the value begins with. */
  number?: number
  /** What that number counts, in one spelling: `miles`, `kWh`, `dB(A)`. Absent for a plain number. */
  unit?: string
  /** The number in the unit that all of this key are compared in. Absent where they cannot be compared. */
  comparable?: number
  /** Only where it is clear. */
  better?: BetterDirection
  /** The number as it is written, with what stands around it. */
  amount?: Quantity
}

/** Some two hundred products; what is read from a text is about ten times as large. */
const MAX_CACHED_CHARACTERS = 400_000
const MAX_CACHED_TEXT = MAX_CACHED_CHARACTERS / 20
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- limits its characters itself; the browser has no lru-cache
const cached = new Map<string, readonly Specification[]>()
let cachedCharacters = 0

/**
 * `label: value` lines in their order; a line without a colon is a label alone. What was read is cached: a page asks for the
 * same text several times.
 */
export function parseSpecifications(technicalSpecs: string | null | undefined, categorySlug: string): readonly Specification[] {
  const key = `${categorySlug}\n${technicalSpecs ?? ''}`
  const found = cached.get(key)
  if (found) return found
  const read = readOnce(technicalSpecs, categorySlug)
  if (key.length <= MAX_CACHED_TEXT) cacheSpecifications(key, read)
  return read
}

/** The text that was cached first makes room. */
function cacheSpecifications(key: string, read: readonly Specification[]): void {
  for (const oldest of cached.keys()) {
    if (cachedCharacters + key.length <= MAX_CACHED_CHARACTERS) break
    cached.delete(oldest)
    cachedCharacters -= oldest.length
  }
  cached.set(key, read)
  cachedCharacters += key.length
}

function readOnce(technicalSpecs: string | null | undefined, categorySlug: string): Specification[] {
  return splitLines(technicalSpecs).map((line) => {
    const colon = line.indexOf(':')
    if (colon < 0) return { key: keyOf(line), label: line, value: '' }
    return specificationOf(line.slice(0, colon).trim(), line.slice(colon + 1).trim(), categorySlug)
  })
}

function specificationOf(label: string, value: string, categorySlug: string): Specification {
  const figure = findSpecByLabel(label, categorySlug)
  const amount = parseAmount(value)
  const comparable = figure?.none?.test(value) ? 0 : amount && comparableOf(amount, figure)
  return {
    key: figure?.key ?? keyOf(stripBrackets(label)),
    label,
    value,
    ...(amount ? { number: amount.number, amount } : {}),
    ...(amount?.unit ? { unit: amount.unit } : {}),
    ...(comparable === undefined ? {} : { comparable }),
    ...(figure?.better ? { better: figure.better } : {}),
  }
}

/** A figure that is written in something else than it is measured in compares with nothing. */
const comparableOf = ({ number, unit }: Quantity, figure: { unit?: string } | undefined): number | undefined =>
  figure ? convertUnit(number, unit, figure.unit) : undefined

/** For a label that has no name of its own. */
const keyOf = (label: string): string =>
  normalizeText(label, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
