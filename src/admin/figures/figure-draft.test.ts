import { expect, test } from 'vitest'
import { parseNumberInput } from './figure-draft.ts'

test.each([
  ['', null],
  [' 26.11 ', 26.11],
  ['26,11', 26.11],
  ['0,125', 0.125],
  ['1,850', 1850],
  ['13,450.50', 13_450.5],
  ['1,234,567', 1_234_567],
  ['-2,000', -2000],
  ['12,34,567', NaN],
  ['1.850,50', NaN],
  ['lots', NaN],
])('parseNumberInput(%j) is %d', (text, number) => expect(parseNumberInput(text)).toBe(number))
