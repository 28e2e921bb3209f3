/** Defines the ranges in which tools return their results: low, middle and high. */

/** `null` means that there is no such value, such as the payback of something that saves nothing; as `high`, `null` means unbounded. */
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

const isFiniteNumber = (value: number | null): value is number => value !== null && Number.isFinite(value)

/**
 * Returns a band around the formula's value; an empty band if that value is not finite.
 * @param middle unrounded value of the formula
 * @param others results of the formula at the ends of its input ranges
 */
export function createBand(unit: string, middle: number, others: readonly number[] = []): Band {
  const values = [middle, ...others].filter(isFiniteNumber)
  return isFiniteNumber(middle) ? { low: Math.min(...values), middle, high: Math.max(...values), unit } : createEmptyBand(unit)
}

/** Returns a band without values, for a result that cannot be calculated because an input or reference value that only this result needs is missing. */
export const createEmptyBand = (unit: string): Band => ({ low: null, middle: null, high: null, unit })

/** Shortest payback that is shown, in years. A price that is lower compared with the saving leaves something out. */
const MIN_PAYBACK_YEARS = 1 / 12

/**
 * Returns the years until the saving equals the price, at least a month; 0 where the price is 0, and `null` where nothing is saved.
 * @param savingPounds saving in £ a year
 */
export function calculatePayback(pricePounds: { low: number; middle: number; high: number }, savingPounds: Band): Band {
  const calculateYears = (price: number, saving: number | null) => {
    if (price <= 0) return 0
    const result = saving === null || saving <= 0 ? Number.POSITIVE_INFINITY : price / saving
    return Number.isFinite(result) ? Math.max(MIN_PAYBACK_YEARS, result) : null
  }
  return {
    low: calculateYears(pricePounds.low, savingPounds.high),
    middle: calculateYears(pricePounds.middle, savingPounds.middle),
    high: calculateYears(pricePounds.high, savingPounds.low),
    unit: 'years',
  }
}

/** Returns a warning if a price was entered but even the middle case saves nothing; otherwise an empty list. */
export const listPaybackWarnings = (payback: Band | undefined, pounds: number | undefined): ToolWarning[] =>
  pounds !== undefined && payback?.middle === null
    ? [{ code: 'never-pays-back', message: 'At these prices the middle case saves nothing, so it never pays for itself.' }]
    : []

/** Returns the price band of an exact price: all three values are equal. */
export const createExactPriceBand = (pounds: number) => ({ low: pounds, middle: pounds, high: pounds })
