import { expect, test } from 'vitest'
import { mentionsProduct } from './product-suggestions.policy.ts'

test.each([
  ['Is the Hollin any good?', 'Hollin Bifacial 470', true],
  ['the bifacial 470 on a flat roof', 'Hollin Bifacial 470', true],
  ['470 watts a panel', 'Hollin Bifacial 470', false],
  ['Our home and seven more', 'Plover Home 7', false],
  ['', 'Plover Home 7', false],
])('the text “%s” mentions “%s”: %s', (text, name, expected) => {
  expect(mentionsProduct(text, name)).toBe(expected)
})
