import { expect, test } from 'vitest'
import { formatNumber } from '#wording/numbers.ts'
import { CURRENCIES, CURRENCY_SYMBOLS } from './currency.policy.ts'
import { LANGUAGES, REGIONS } from './region.policy.ts'

test('integers are formatted the same in every region', () => {
  for (const region of REGIONS) expect(formatNumber(1_234_567, LANGUAGES[region])).toBe('1,234,567')
})

test('currency symbols are unique', () => {
  expect(new Set(CURRENCIES.map((currency) => CURRENCY_SYMBOLS[currency])).size).toBe(CURRENCIES.length)
})
