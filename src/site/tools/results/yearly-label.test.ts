import { expect, test } from 'vitest'
import { formatEnd, formatRange } from '#site/tools/charts/format-band.ts'
import { describeResult } from './yearly-label.ts'

const wording = { number: (value: number, digits = 0) => value.toFixed(digits), symbol: '£' }

test.each([
  ['You save in a year', [40, 70, 90], 'You save £70 a year, between £40 and £90'],
  ['You save in a year', [-220, -50, 120], 'You pay £50 more a year, You save between −£220 and £120'],
  ['You save in a year', [-860, -385, -10], 'You pay £385 more a year, between £10 and £860'],
  ['You save in a year', [-0.4, -0.3, 0], 'You save £0 a year, '],
  ['Payback', [4, 5, 6], 'Payback £5, between £4 and £6'],
])('%s: %j', (label, [low = 0, middle = 0, high = 0], text) => {
  const { heading, period, band, range } = describeResult(label, { low, middle, high, unit: '£' })
  expect(`${heading} ${formatEnd(band.middle, band.unit, wording)}${period}, ${range.prefix}${formatRange(range.band, wording)}`).toBe(text)
})
