/** Parses the `technicalSpecs` of a product: one specification per line, with its number and unit if it has one. */
import { stripBrackets, findSpecByLabel, type BetterDirection } from './spec-definitions.policy.ts'
import { splitLines } from './split-lines.policy.ts'
import { convertUnit, parseAmount, type Quantity } from './units.policy.ts'
import { normalizeText } from '#wording/normalize-text.ts'

export interface Specification {
  /** Key that all labels with the same meaning in a category share: `range` for `Range` and `Official range (WLTP)`. */
  key: string
  label: string
  /** The value as written; empty for a line without a colon. */
  value: string
  /** The number with which the value begins; absent if it begins with none. */
  number?: number
  /** Canonical unit of the number, such as `miles`, `kWh` or `dB(A)`; absent for a plain number. */
  unit?: string
  /** The number in the unit of the key, or 0 for values such as `no fan`; absent for an unknown label, and if it cannot be converted. */
  comparable?: number
  /** Which direction is better; absent if neither clearly is. */
  better?: BetterDirection
  /** The number as written, with the text around it; absent if the value begins with no number. */
  amount?: Quantity
}

/** Maximum size of the cache, enough for about 200 products. Parsed specifications take about ten times the memory of their text. */
const MAX_CACHED_CHARACTERS = 400_000
const MAX_CACHED_TEXT_CHARACTERS = MAX_CACHED_CHARACTERS / 20
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- `cacheSpecifications` limits its size; the browser has no lru-cache
const cache = new Map<string, readonly Specification[]>()
let cachedCharacters = 0

/**
 * Parses `label: value` lines; a line without a colon is a label without a value. Results are cached, because a page parses the same text
 * several times.
 */
export function parseSpecifications(technicalSpecs: string | null | undefined, categorySlug: string): readonly Specification[] {
  const key = `${categorySlug}\n${technicalSpecs ?? ''}`
  const cachedSpecifications = cache.get(key)
  if (cachedSpecifications) return cachedSpecifications
  const parsed = parseLines(technicalSpecs, categorySlug)
  if (key.length <= MAX_CACHED_TEXT_CHARACTERS) cacheSpecifications(key, parsed)
  return parsed
}

/** Adds parsed specifications to the cache, and evicts the oldest until the size is within the limit. */
function cacheSpecifications(key: string, parsed: readonly Specification[]): void {
  for (const oldest of cache.keys()) {
    if (cachedCharacters + key.length <= MAX_CACHED_CHARACTERS) break
    cache.delete(oldest)
    cachedCharacters -= oldest.length
  }
  cache.set(key, parsed)
  cachedCharacters += key.length
}

function parseLines(technicalSpecs: string | null | undefined, categorySlug: string): Specification[] {
  return splitLines(technicalSpecs).map((line) => {
    const colon = line.indexOf(':')
    if (colon < 0) return { key: toKey(line), label: line, value: '' }
    return parseSpecification(line.slice(0, colon).trim(), line.slice(colon + 1).trim(), categorySlug)
  })
}

function parseSpecification(label: string, value: string, categorySlug: string): Specification {
  const definition = findSpecByLabel(label, categorySlug)
  const amount = parseAmount(value)
  const comparable = definition?.none?.test(value) ? 0 : amount && toComparable(amount, definition)
  return {
    key: definition?.key ?? toKey(stripBrackets(label)),
    label,
    value,
    ...(amount ? { number: amount.number, amount } : {}),
    ...(amount?.unit ? { unit: amount.unit } : {}),
    ...(comparable === undefined ? {} : { comparable }),
    ...(definition?.better ? { better: definition.better } : {}),
  }
}

/** @returns the number in the unit of the definition; undefined without a definition, or if the written unit measures something else */
const toComparable = ({ number, unit }: Quantity, definition: { unit?: string } | undefined): number | undefined =>
  definition ? convertUnit(number, unit, definition.unit) : undefined

/** Makes a key from a label without a definition. */
const toKey = (label: string): string =>
  normalizeText(label, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
