/** Results are ranges: low, middle and high. */

/** `null` means that there is no such value, such as the payback of something that saves nothing; as `high` it means unbounded. */
export interface Band {
  low: number | null
  middle: number | null
  high: number | null
  unit: string
}

export interface ToolWarning {
  code: string
  message: string
}

/** Result of a tool: bands by name, warnings, and the keys of the reference values that were used. */
export interface ToolResult {
  results: Record<string, Band>
  warnings: ToolWarning[]
  referenceKeys: string[]
}

const isNumber = (value: number | null): value is number => value !== null && Number.isFinite(value)

/**
 * Returns a band around the formula's value.
 * @param middle unrounded
 * @param others results of the formula at the ends of its input ranges
 */
export function bandOf(unit: string, middle: number, others: readonly number[] = []): Band {
  const all = [middle, ...others].filter(isNumber)
  return isNumber(middle) ? { low: Math.min(...all), middle, high: Math.max(...all), unit } : emptyBand(unit)
}

/** Band of a result that cannot be calculated: a reference value or an input that only this result needs is missing. */
export const emptyBand = (unit: string): Band => ({ low: null, middle: null, high: null, unit })

/**
 * Returns the years until a price is saved; `null` where nothing is saved.
 * @param savingPounds pounds a year
 */
export function paybackBand(pricePounds: { low: number; middle: number; high: number }, savingPounds: Band): Band {
  const years = (price: number, saving: number | null) => {
    if (price <= 0) return 0
    const result = saving === null || saving <= 0 ? Number.POSITIVE_INFINITY : price / saving
    return Number.isFinite(result) ? result : null
  }
  return {
    low: years(pricePounds.low, savingPounds.high),
    middle: years(pricePounds.middle, savingPounds.middle),
    high: years(pricePounds.high, savingPounds.low),
    unit: 'years',
  }
}

/** Returns a warning if a price was given but even the middle case saves nothing. */
export const neverPaysBack = (payback: Band | undefined, pounds: number | undefined): ToolWarning[] =>
  pounds !== undefined && payback?.middle === null
    ? [{ code: 'never-pays-back', message: 'At these prices the middle case saves nothing, so it never pays for itself.' }]
    : []

/** Price band of a known price. */
export const samePrice = (pounds: number) => ({ low: pounds, middle: pounds, high: pounds })
