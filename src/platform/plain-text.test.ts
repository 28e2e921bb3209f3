import { expect, test } from 'vitest'
import { toPlainText, truncateText } from './plain-text.ts'

test('the words without the marks', () => {
  expect(toPlainText('## Why\n\nIt is **warm**,\nand [quiet](/x).\n\n- one\n- two')).toBe('Why It is warm, and quiet. one two')
})

test('cutting adds dots only when something was cut', () => {
  expect([truncateText('abc', 3), truncateText('abcd', 3)]).toEqual(['abc', 'abc...'])
})

test.each([
  ['It loses 12 %.[^wind]\n\n[^wind]: Measured in May 2026.', 'It loses 12 %.'],
  ['| a | b |\n|---|--:|\n| **1** | 2 |', 'a b 1 2'],
  ['> 1. ## One\n> - two', 'One two'],
  ['2 * 3 * 4, snake_case, _so_, ~~old~~ and ~5', '2 * 3 * 4, snake_case, so, old and ~5'],
  ['![A house](/a.svg "One") \\*stars\\* & &amp; <b>', 'A house *stars* & & <b>'],
  ['```js\nconst a = [1]\n```\nafter', 'const a = [1] after'],
  ['Heading\n=======\n\n---\n\nwords', 'Heading words'],
  ['[half](/x and [^note', 'half(/x and ^note'],
  ['A `code` word, [a] and ![b](/c) here! [there', 'A code word, a and b here! there'],
  ['a | b, and 3 || 4', 'a | b, and 3 || 4'],
  ['_first_ word and the *last*', 'first word and the last'],
  ['alone * and _ so', 'alone * and _ so'],
  ['x_y _ z_', 'x_y _ z'],
  ['a ~ b ~~ c', 'a ~ b c'],
  ['Great!', 'Great!'],
])('the words of %j', (source, words) => {
  expect(toPlainText(source)).toBe(words)
})
