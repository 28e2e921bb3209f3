/** Looks up reference values (prices, rules and assumptions) by key and day. */

export const NATIONS = ['england', 'wales', 'scotland', 'northern-ireland'] as const
export type Nation = (typeof NATIONS)[number]

/** A: recalculated from the source, or an official total. B: one reliable source. C: from memory or second-hand, not yet confirmed. */
export type Certainty = 'A' | 'B' | 'C'

export interface ReferenceSource {
  title: string
  publisher: string
  url: string
}

/** A value with its key for one period. */
export interface ReferenceValueRow {
  key: string
  label: string
  /** Value in `unit`; `null` while the published value is not known. */
  value: number | null
  /** Range that the source states; by default the value itself. */
  low?: number
  high?: number
  unit: string
  nations: readonly Nation[]
  /** First day of the period, as an ISO date. */
  from: string
  /** Last day of the period, as an ISO date; `null` if no end is known. */
  to: string | null
  source: ReferenceSource
  /** Day on which the source was last checked, as an ISO date. */
  checked: string
  /** Day by which the source must be checked again, as an ISO date. */
  due: string
  certainty: Certainty
  note?: string
}

/** A row whose value is known and whose range is filled in. */
export interface ReferenceValue extends ReferenceValueRow {
  value: number
  low: number
  high: number
  /** Whether the period has ended and nothing newer is known. */
  isExpired: boolean
}

export interface ReferenceValues {
  /** ISO date for which values are looked up; another day than today in the lookup that `forDay` returns. */
  day: string
  /** Returns the value in force on the day, or else the last known one; undefined if there is none. */
  find(key: string): ReferenceValue | undefined
  /** Whether the key exists, with or without a value. */
  isKnown(key: string): boolean
  /** Returns the lookup for another day. */
  forDay(day: string): ReferenceValues
}

/**
 * Creates the lookup for a day.
 * @param rows in any order; a key may have several periods
 * @param day ISO date
 */
export function createReferenceValues(rows: readonly ReferenceValueRow[], day: string): ReferenceValues {
  return {
    day,
    find(key) {
      const candidates = rows.filter((row) => row.key === key && row.value !== null && row.from <= day)
      const inForce = candidates.filter(({ to }) => to === null || to >= day)
      const row = (inForce.length > 0 ? inForce : candidates).toSorted((a, b) => b.from.localeCompare(a.from))[0]
      if (!row || row.value === null) return undefined
      const isExpired = row.to !== null && row.to < day
      return { ...row, value: row.value, low: row.low ?? row.value, high: row.high ?? row.value, isExpired }
    },
    isKnown: (key) => rows.some((row) => row.key === key),
    forDay: (otherDay) => createReferenceValues(rows, otherDay),
  }
}

export interface TrackedReferenceValues extends ReferenceValues {
  /** Returns the distinct keys that were looked up so far, in order of their first lookup. */
  usedKeys(): string[]
}

/** Wraps a lookup so that it tracks the keys that are looked up. */
export function trackReferenceValueUse(referenceValues: ReferenceValues, usedKeys = new Set<string>()): TrackedReferenceValues {
  return {
    day: referenceValues.day,
    find(key) {
      usedKeys.add(key)
      return referenceValues.find(key)
    },
    isKnown: (key) => referenceValues.isKnown(key),
    forDay: (day) => trackReferenceValueUse(referenceValues.forDay(day), usedKeys),
    usedKeys: () => [...usedKeys],
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
