import { expect, test } from 'vitest'
import { CURRENCIES, LANGUAGES, REGIONS, CURRENCY_SYMBOLS } from './region.policy.ts'

test('whole numbers look the same in every region, so that counts need no format of their own', () => {
  for (const region of REGIONS) expect((1_234_567).toLocaleString(LANGUAGES[region])).toBe('1,234,567')
})

test('every currency has a symbol of its own', () => {
  expect(new Set(CURRENCIES.map((currency) => CURRENCY_SYMBOLS[currency])).size).toBe(CURRENCIES.length)
})
