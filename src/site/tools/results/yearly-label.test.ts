import { expect, test } from 'vitest'
import { describeResult } from './yearly-label.ts'

test.each([
  ['You save in a year', 70, 'You save 70 a year', ''],
  ['You save in a year', -52, 'You pay 52 more a year', 'You save '],
  ['You save in a year', -0.3, 'You save -0.3 a year', ''],
  ['Carbon saved in a year', -20, 'Carbon saved -20 a year', ''],
  ['Payback', 4, 'Payback 4', ''],
  ['Payback', null, 'Payback null', ''],
])('%s: %d', (label, given, text, prefix) => {
  const { heading, value, period, rangePrefix } = describeResult(label, given)
  expect(`${heading} ${String(value)}${period}`).toBe(text)
  expect(rangePrefix).toBe(prefix)
})
