import { parsePriceAmount, parsePriceUnit } from '#features/products/prices/price.policy.ts'
import { formatFixed, formatNumber } from '#wording/numbers.ts'
import type { Wording } from '#wording/wording.ts'

const UNIT_WORDS = { once: '', month: ' a month', panel: ' per panel', other: ', for the unit that you name' } as const

/** Explains how lists sort and filter by this price. */
export function describePriceReading(price: string, { symbol, language }: Pick<Wording, 'symbol' | 'language'>): string {
  const amount = parsePriceAmount(price, symbol)
  if (amount === null) return 'We cannot read an amount in this price, so it is sorted last.'
  // Prices per kWh need more than two decimals.
  const shown = hasPence(amount) ? formatFixed(amount, 2, language) : formatNumber(amount, language, 4)
  return `Sorted as ${shown}${UNIT_WORDS[parsePriceUnit(price, symbol) ?? 'once']}.`
}

const hasPence = (amount: number): boolean => !Number.isInteger(amount) && amount === Math.round(amount * 100) / 100
