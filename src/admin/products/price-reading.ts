import { parsePriceAmount, parsePriceUnit } from '#features/products/prices/price.policy.ts'
import { formatFixed, formatNumber } from '#wording/numbers.ts'
import type { Wording } from '#wording/wording.ts'

const UNIT_SUFFIXES = { once: '', month: ' a month', panel: ' per panel', other: ', for the unit that you name' } as const

/** Returns a sentence that explains how lists sort by this price. */
export function describePriceReading(price: string, { symbol, language }: Pick<Wording, 'symbol' | 'language'>): string {
  const amount = parsePriceAmount(price, symbol)
  if (amount === null) return 'We cannot read an amount in this price, so it is sorted last.'
  // Prices with fractions of a penny, such as those per kWh, need more than two decimals.
  const formattedAmount = hasTwoDecimals(amount) ? formatFixed(amount, 2, language) : formatNumber(amount, language, 4)
  return `Sorted as ${formattedAmount}${UNIT_SUFFIXES[parsePriceUnit(price, symbol) ?? 'once']}.`
}

const hasTwoDecimals = (amount: number): boolean => !Number.isInteger(amount) && amount === Math.round(amount * 100) / 100
