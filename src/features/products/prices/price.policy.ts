/** Parses price texts: the amount, and what it buys. */

import { PRICE_NUMBER } from './price-number.policy.ts'

export type PriceUnit = 'once' | 'month' | 'panel' | 'other'

/** Sort keys for products without an amount, which come last in both directions. */
const LAST_ASCENDING = 1e15
const LAST_DESCENDING = -1

const CURRENCY_PATTERN = String.raw`(?:[£€$]|\b(?:CHF|EUR|GBP|USD|CAD|AUD)\b)`
const AMOUNT = new RegExp(String.raw`${CURRENCY_PATTERN}\s?(${PRICE_NUMBER})|(${PRICE_NUMBER})\s?${CURRENCY_PATTERN}`, 'u')
const FIRST_NUMBER = new RegExp(PRICE_NUMBER, 'u')

/**
 * Parses the amount next to a currency, or else the first number: "£9,500–£12,000" is 9500, "ab 1.249,00 € pro Stück" is 1249.
 * Groups of three digits are thousands; a last group of any other length is decimals.
 * @param currency code or symbol of the site's currency, for texts without a currency
 * @returns null if the text has no number, or an ambiguous one
 */
export function parsePriceAmount(price: string | null | undefined, currency = '£'): number | null {
  const text = price ?? ''
  const [, before, after] = AMOUNT.exec(text) ?? []
  const number = before ?? after ?? FIRST_NUMBER.exec(text)?.[0]
  if (number === undefined) return null
  const isEuro = /€|\bEUR\b/.test(text) || (!/[£$]|\b(?:CHF|GBP|USD|CAD|AUD)\b/.test(text) && /^(?:€|eur)$/i.test(currency))
  return parseNumber(number.replaceAll(/[\s'’]/g, ''), isEuro)
}

function parseNumber(text: string, isEuro: boolean): number | null {
  const [, whole = '', decimalMark, decimals] = /^(.*?)(?:([.,])(\d{1,2}|\d{4,}))?$/.exec(text) ?? []
  const separator = /[.,]/.exec(whole)?.[0]
  if (separator === undefined) return Number(`${whole}.${decimals ?? 0}`)
  const groups = whole.split(separator)
  // 0.249 is a decimal number, such as the price of a kWh, not 249.
  if (groups.length === 2 && groups[0] === '0' && decimalMark === undefined) return Number(`0.${groups[1]}`)
  const isGrouped =
    separator !== decimalMark && /^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group))
  // 1.249 is 1,249 in euros, but ambiguous in other currencies.
  const isAmbiguous = separator === '.' && decimalMark === undefined && groups.length === 2 && !isEuro
  return isGrouped && !isAmbiguous ? Number(`${groups.join('')}.${decimals ?? 0}`) : null
}

/** Returns what the amount buys; null if the text has no amount. */
export function parsePriceUnit(price: string | null | undefined, currency?: string): PriceUnit | null {
  if (parsePriceAmount(price, currency) === null) return null
  if (/(\/|per|a|pro|par|al|im)\s*(month|mo|monat|mois|mes|mese|maand)\b/i.test(price ?? '')) return 'month'
  if (/(\/|per|a|pro)\s*panel\b/i.test(price ?? '')) return 'panel'
  return /\/|\b(?:per|pro|je)\b/i.test(price ?? '') ? 'other' : 'once'
}

/**
 * Formats a bare number as a price: `690` is £690, `8451234` is £8,451,234, `1249.5` is £1,249.50.
 * @returns undefined for any other text
 */
export function formatPlainPrice(text: string, symbol: string): string | undefined {
  const match = /^(0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', decimals] = match
  const grouped = whole.replaceAll(',', '').replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${symbol}${grouped}${decimals === undefined ? '' : `.${decimals.padEnd(2, '0')}`}`
}

/** Returns the columns that are derived from a price text. */
export function toPriceColumns(price: string | null | undefined, currency?: string) {
  const amount = parsePriceAmount(price, currency)
  return {
    price: price || null,
    price_amount: amount,
    price_unit: parsePriceUnit(price, currency),
    price_low: amount ?? LAST_ASCENDING,
    price_high: amount ?? LAST_DESCENDING,
  }
}
