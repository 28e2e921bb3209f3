import { parsePriceAmount, parsePriceUnit } from '#features/products/prices/price.policy.ts'
import type { Wording } from '#wording/wording.ts'

const UNIT_WORDS = { once: '', month: ' a month', panel: ' per panel', other: ', for the unit that you name' } as const

/** How lists sort and filter by this price. */
export function describePriceReading(price: string, { symbol, language }: Pick<Wording, 'symbol' | 'language'>): string {
  const amount = parsePriceAmount(price, symbol)
  if (amount === null) return 'We cannot read an amount in this price, so it is sorted last.'
  const shown = amount.toLocaleString(language, { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2, maximumFractionDigits: 4 })
  return `Sorted as ${shown}${UNIT_WORDS[parsePriceUnit(price, symbol) ?? 'once']}.`
}
