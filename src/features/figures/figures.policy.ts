/** Lookup of reference values (prices, rules and assumptions) by key and day. */

export const NATIONS = ['england', 'wales', 'scotland', 'northern-ireland'] as const
export type Nation = (typeof NATIONS)[number]

/** A: recalculated from the source, or an official total. B: one reliable source. C: from memory or second-hand, not yet confirmed. */
export type Certainty = 'A' | 'B' | 'C'

export interface ReferenceSource {
  title: string
  publisher: string
  url: string
}

/** A value for one period. */
export interface ReferenceValueRow {
  key: string
  label: string
  /** `null` while the published value is not known. */
  value: number | null
  /** Range stated by the source; defaults to the value itself. */
  low?: number
  high?: number
  unit: string
  nations: readonly Nation[]
  /** First day, as `2026-07-01`. */
  from: string
  /** Last day; `null` if no end is known. */
  to: string | null
  source: ReferenceSource
  checked: string
  due: string
  certainty: Certainty
  note?: string
}

/** A row with a value, and its range filled in. */
export interface ReferenceValue extends ReferenceValueRow {
  value: number
  low: number
  high: number
  /** The period has ended and nothing newer is known. */
  isExpired: boolean
}

export interface ReferenceValues {
  /** The day whose values are returned, as an ISO date; another day than today after `on(day)`. */
  today: string
  /** Returns the value in force on the day, or else the last known one; undefined if there is none. */
  find(key: string): ReferenceValue | undefined
  /** Whether the key exists, with or without a value. */
  isKnown(key: string): boolean
  /** Returns the lookup for another day. */
  on(day: string): ReferenceValues
}

/**
 * Creates the lookup for a day.
 * @param rows in any order; a key may have several periods
 * @param day ISO date
 */
export function createReferenceValues(rows: readonly ReferenceValueRow[], day: string): ReferenceValues {
  return {
    today: day,
    find(key) {
      const candidates = rows.filter((row) => row.key === key && row.value !== null && row.from <= day)
      const inForce = candidates.filter(({ to }) => to === null || to >= day)
      const row = (inForce.length > 0 ? inForce : candidates).toSorted((a, b) => b.from.localeCompare(a.from))[0]
      if (!row || row.value === null) return undefined
      const isExpired = row.to !== null && row.to < day
      return { ...row, value: row.value, low: row.low ?? row.value, high: row.high ?? row.value, isExpired }
    },
    isKnown: (key) => rows.some((row) => row.key === key),
    on: (otherDay) => createReferenceValues(rows, otherDay),
  }
}

export interface TrackedReferenceValues extends ReferenceValues {
  /** Returns the distinct keys looked up so far, in order. */
  usedKeys(): string[]
}

/** Wraps a lookup and tracks the keys that are looked up. */
export function trackReferenceValueUse(referenceValues: ReferenceValues, used = new Set<string>()): TrackedReferenceValues {
  return {
    today: referenceValues.today,
    find(key) {
      used.add(key)
      return referenceValues.find(key)
    },
    isKnown: (key) => referenceValues.isKnown(key),
    on: (day) => trackReferenceValueUse(referenceValues.on(day), used),
    usedKeys: () => [...used],
  }
}

/**
 * Applies the relative range of a reference value to another value. A reference value of
 * 0.85 with the range 0.80 to 0.90, applied to 0.90, gives 0.847 to 0.953.
 */
export function scaleRange(value: number, referenceValue: ReferenceValue | undefined): [low: number, high: number] {
  if (!referenceValue || referenceValue.value === 0) return [value, value]
  return [(value * referenceValue.low) / referenceValue.value, (value * referenceValue.high) / referenceValue.value]
}
