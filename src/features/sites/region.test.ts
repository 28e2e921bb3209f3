import { expect, test } from 'vitest'
import { formatNumber } from '#wording/numbers.ts'
import { CURRENCIES, CURRENCY_SYMBOLS } from './currency.policy.ts'
import { LANGUAGES, REGIONS } from './region.policy.ts'

test('whole numbers look the same in every region', () => {
  for (const region of REGIONS) expect(formatNumber(1_234_567, LANGUAGES[region])).toBe('1,234,567')
})

test('every currency has a symbol of its own', () => {
  expect(new Set(CURRENCIES.map((currency) => CURRENCY_SYMBOLS[currency])).size).toBe(CURRENCIES.length)
})
