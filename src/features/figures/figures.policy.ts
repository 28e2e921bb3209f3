/** What a sum may know of prices, rules and assumptions: a lookup from key to figure. The figures themselves lie in the register. */

export const NATIONS = ['england', 'wales', 'scotland', 'northern-ireland'] as const
export type Nation = (typeof NATIONS)[number]

/** A: reproduced, or an official total. B: one good source. C: from memory or second-hand, and not yet confirmed. */
export type Certainty = 'A' | 'B' | 'C'

export interface FigureSource {
  title: string
  publisher: string
  url: string
}

/** One row of the register, for one period. */
export interface FigureRow {
  key: string
  label: string
  /** `null` while the publisher's figure has not been typed in. */
  value: number | null
  /** The range that the source states; the value itself where none is stated. */
  low?: number
  high?: number
  unit: string
  nations: readonly Nation[]
  /** First and last day, `2026-07-01`; `null` where no end is known. */
  from: string
  to: string | null
  source: FigureSource
  checked: string
  due: string
  certainty: Certainty
  note?: string
}

/** A row that can be reckoned with. */
export interface Figure extends FigureRow {
  value: number
  low: number
  high: number
  /** Its period is over, and nothing newer is known. */
  isExpired: boolean
}

export interface Figures {
  /** `2026-11-23`. */
  today: string
  /** The figure in force today, or else the last one known; undefined when there is none with a value. */
  find(key: string): Figure | undefined
  /** Whether there is such a figure at all, with a value or without. */
  isKnown(key: string): boolean
  /** The same register on another day. */
  on(day: string): Figures
}

/**
 * The register as a lookup on a given day.
 * @param rows in any order, several periods of a key among them
 * @param today as `2026-11-23`
 */
export function makeFigures(rows: readonly FigureRow[], today: string): Figures {
  return {
    today,
    find(key) {
      const known = rows.filter((row) => row.key === key && row.value !== null && row.from <= today)
      const inForce = known.filter(({ to }) => to === null || to >= today)
      const row = (inForce.length > 0 ? inForce : known).toSorted((a, b) => b.from.localeCompare(a.from))[0]
      if (!row || row.value === null) return undefined
      const isExpired = row.to !== null && row.to < today
      return { ...row, value: row.value, low: row.low ?? row.value, high: row.high ?? row.value, isExpired }
    },
    isKnown: (key) => rows.some((row) => row.key === key),
    on: (day) => makeFigures(rows, day),
  }
}

export interface FigureUse extends Figures {
  /** Keys that were asked for, in their order, each once. */
  usedKeys(): string[]
}

/** The same figures, noting which of them a sum asks for. */
export function noteFigureUse(figures: Figures, used = new Set<string>()): FigureUse {
  return {
    today: figures.today,
    find(key) {
      used.add(key)
      return figures.find(key)
    },
    isKnown: (key) => figures.isKnown(key),
    on: (day) => noteFigureUse(figures.on(day), used),
    usedKeys: () => [...used],
  }
}

/** A range around one's own value, as wide as the register's is around its own: 0.80, 0.85, 0.90 around 0.90 gives 0.847 to 0.953. */
export function rangeAroundOwn(own: number, figure: Figure | undefined): [low: number, high: number] {
  if (!figure || figure.value === 0) return [own, own]
  return [(own * figure.low) / figure.value, (own * figure.high) / figure.value]
}
