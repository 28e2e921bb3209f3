/** A result is a range around a middle, never one number. */

/** `null`: there is no such value, as the payback of what saves nothing. As a `high` it means without end. */
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

/** What a tool answers: bands by name, what to say beside them, and the keys of the figures it was reckoned from. */
export interface ToolResult {
  results: Record<string, Band>
  warnings: ToolWarning[]
  figureKeys: string[]
}

const isNumber = (value: number | null): value is number => value !== null && Number.isFinite(value)

/**
 * A band around the formula's own value.
 * @param middle unrounded
 * @param others what the formula gives at the ends of the stated ranges
 */
export function bandOf(unit: string, middle: number, others: readonly number[] = []): Band {
  const all = [middle, ...others].filter(isNumber)
  return isNumber(middle) ? { low: Math.min(...all), middle, high: Math.max(...all), unit } : emptyBand(unit)
}

/** There is nothing to say: a figure is missing, or an input that only this result needs. */
export const emptyBand = (unit: string): Band => ({ low: null, middle: null, high: null, unit })

/**
 * Years until a price is saved. Without end (`null`) where nothing is saved.
 * @param pricePounds at its low, middle and high
 * @param savingPounds a year, as a band
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

/** Said where a payback was asked for, and what is saved is nothing even in the middle. */
export const neverPaysBack = (payback: Band | undefined, pounds: number | undefined): ToolWarning[] =>
  pounds !== undefined && payback?.middle === null
    ? [{ code: 'never-pays-back', message: 'At these prices nothing is saved in the middle case, so that the price never comes back.' }]
    : []

/** One price, three times. */
export const samePrice = (pounds: number) => ({ low: pounds, middle: pounds, high: pounds })
