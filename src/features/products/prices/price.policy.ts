/** What a price text says: its first number, and what that number buys. */

export type PriceUnit = 'once' | 'month' | 'panel' | 'other'

/** Sort keys for a product without a number: last in both directions. */
const LAST_WHEN_RISING = 1e15
const LAST_WHEN_FALLING = -1

/** The first number in the text: "£9,500–£12,000" is 9500, "from £1,249.00 per panel" is 1249; none is null. */
export function parsePriceAmount(price: string | null | undefined): number | null {
  const found = /\d[\d,]*(?:\.\d+)?/.exec(price ?? '')
  return found ? Number(found[0].replaceAll(',', '')) : null
}

/** What the number is for; null when there is no number. */
export function parsePriceUnit(price: string | null | undefined): PriceUnit | null {
  if (parsePriceAmount(price) === null) return null
  if (/(\/|per|a)\s*(month|mo)\b/i.test(price ?? '')) return 'month'
  if (/(\/|per|a)\s*panel\b/i.test(price ?? '')) return 'panel'
  return /\/|\bper\b/i.test(price ?? '') ? 'other' : 'once'
}

/**
 * A bare number as a price: `690` is £690, `8451234` is £8,451,234, `1249.5` is £1,249.50.
 * @returns undefined for whatever says more than a number, or says it in a way of its own
 */
export function formatPlainPrice(text: string, symbol: string): string | undefined {
  const found = /^(0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!found) return undefined
  const [, whole = '', part] = found
  const grouped = whole.replaceAll(',', '').replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${symbol}${grouped}${part === undefined ? '' : `.${part.padEnd(2, '0')}`}`
}

/** The columns that follow from a price text. */
export function toPriceColumns(price: string | null | undefined) {
  const amount = parsePriceAmount(price)
  return {
    price: price || null,
    price_amount: amount,
    price_unit: parsePriceUnit(price),
    price_low: amount ?? LAST_WHEN_RISING,
    price_high: amount ?? LAST_WHEN_FALLING,
  }
}
