/** Tests the formats of numbers, counts, durations, lists and dates in each language that a site can have. */
import { expect, test } from 'vitest'
import { ADMIN_NOUNS } from './admin-nouns.ts'
import { formatCount, nounFor } from './counts.ts'
import { formatWait } from './durations.ts'
import { formatList } from './lists.ts'
import { NOUNS } from './nouns.ts'
import { cacheFormats, cacheWords, formatNumber } from './numbers.ts'
import { formatToday } from './today.ts'
import { createWording } from './wording.ts'

const LANGUAGES = ['en-GB', 'en-IE', 'en-US', 'en-CA', 'en-AU']

test.each(LANGUAGES)('formatNumber in %s groups thousands and limits decimals', (language) => {
  expect([0, 999, 1000, 1_234_567, -1234, 1.2345].map((n) => formatNumber(n, language))).toEqual([
    '0',
    '999',
    '1,000',
    '1,234,567',
    '-1,234',
    '1.235',
  ])
  expect([formatNumber(9.96, language, 1), formatNumber(12.4, language, 0)]).toEqual(['10', '12'])
})

test.each(LANGUAGES)('nounFor in %s returns the singular for 1 and the plural otherwise', (language) => {
  for (const forms of [...Object.values(NOUNS), ...Object.values(ADMIN_NOUNS)]) {
    expect([0, 1, 2, 11, 21, 1001].map((n) => nounFor(n, forms, language))).toEqual([
      forms.other,
      forms.one,
      forms.other,
      forms.other,
      forms.other,
      forms.other,
    ])
    expect(forms.one).not.toBe(forms.other)
  }
  expect([0, 1, 1234].map((n) => formatCount(n, NOUNS.reply, language))).toEqual(['0 replies', '1 reply', '1,234 replies'])
})

test('nounFor uses the plural rules of other languages, and `other` for missing forms', () => {
  const polishForms = { one: 'słowo', few: 'słowa', many: 'słów', other: 'słowa' }
  expect([1, 2, 5, 22].map((n) => nounFor(n, polishForms, 'pl'))).toEqual(['słowo', 'słowa', 'słów', 'słowa'])
  expect(nounFor(5, NOUNS.view, 'pl')).toBe('views')
  expect(formatNumber(1234.5, 'de')).toBe('1.234,5')
})

test.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [89, '89 seconds', '89 seconds'],
  [90, '90 seconds', '2 minutes'],
  [99, '99 seconds', '2 minutes'],
  [100, '2 minutes'],
  [121, '3 minutes'],
  [3600, '60 minutes'],
])('formatWait formats %i seconds as %s', (seconds, text, textFrom90 = text) => {
  expect(formatWait(seconds)).toBe(text)
  expect(formatWait(seconds, 90)).toBe(textFrom90)
})

test('formatList and formatToday follow the language', () => {
  const sunday = new Date(2026, 10, 22, 12)
  expect(formatList([])).toBe('')
  expect(formatList(['2 reviews'])).toBe('2 reviews')
  expect(formatList(['2 reviews', '1 reply', '3 topics'])).toBe('2 reviews, 1 reply and 3 topics')
  expect(formatList(['2 reviews', '1 reply', '3 topics'], 'en-US')).toBe('2 reviews, 1 reply, and 3 topics')
  expect([formatToday(sunday), formatToday(sunday, 'en-US')]).toEqual(['Sunday, 22 November 2026', 'Sunday, November 22, 2026'])
})

test('createWording uses the default date formats without a region, and those of the region otherwise', () => {
  const day = '2025-01-05T14:30:00Z'
  const withoutRegion = createWording({ language: 'en-GB', symbol: '£' })
  expect(withoutRegion.longDate(day)).toBe('January 5, 2025')
  expect(withoutRegion.shortDate(day)).toBe('5 Jan 2025')
  expect(withoutRegion.shortDateTime(day)).toBe('5 Jan 2025, 14:30')
  const american = createWording({ language: 'en-US', dateLanguage: 'en-US', symbol: '$' })
  expect(american.longDate(day)).toBe('January 5, 2025')
  expect(american.shortDate(day)).toBe('Jan 5, 2025')
  expect(american.shortDateTime(day)).toBe('Jan 5, 2025, 2:30 pm')
  expect(withoutRegion.number(1234)).toBe('1,234')
  expect(withoutRegion.count(1, NOUNS.reply)).toBe('1 reply')
  expect(withoutRegion.nounFor(2, NOUNS.reply)).toBe('replies')
  expect(withoutRegion.symbol).toBe('£')
  expect(withoutRegion.forumTime(new Date().toISOString())).toBe('Just now')
  expect(withoutRegion.reviewTime(new Date().toISOString())).toBe('Today')
})

test('cacheFormats creates each formatter once per language and form', () => {
  let created = 0
  const format = cacheFormats((language: string, decimals: number) => `${language} ${decimals} ${(created += 1)}`)
  expect([format('en-GB', 1), format('en-GB', 2), format('en-GB', 1)]).toEqual(['en-GB 1 1', 'en-GB 2 2', 'en-GB 1 1'])
})

test('cacheWords memoises up to 2,000 numbers', () => {
  let created = 0
  const format = cacheWords((n) => `${n} ${(created += 1)}`)
  expect([format(7), format(8), format(7)]).toEqual(['7 1', '8 2', '7 1'])
  for (let n = 100; n < 2500; n++) format(n)
  expect(format(7)).not.toBe('7 1')
})

test('formatNumber formats -0 like 0', () => {
  expect([formatNumber(-0), formatNumber(0)]).toEqual(['0', '0'])
})

test.each(['en-GB', 'en-US', 'en-IN', 'en'])('formatNumber and nounFor return the same as Intl in %s', (language) => {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
  for (const n of [-1001, -1000, -999, -1, 0, 0.5, 1, 1.5, 2, 11, 21, 101, 999, 999.4, 1000, 1001, Number.NaN, Infinity]) {
    expect(formatNumber(n, language), String(n)).toBe(numbers.format(n))
    expect(nounFor(n, { one: 'one', other: 'other' }, language), String(n)).toBe(rules.select(n))
  }
})
