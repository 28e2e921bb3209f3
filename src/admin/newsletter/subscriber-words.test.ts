import { expect, test } from 'vitest'
import { captionOf, pageWords } from './subscriber-words.ts'

test('addresses are counted and told in words', () => {
  expect([captionOf(1, 1), captionOf(1234, 1234), captionOf(2, 1234), captionOf(0, 1)]).toEqual([
    '1 address',
    '1,234 addresses',
    '2 of 1,234 addresses',
    '0 of 1 address',
  ])
  expect([null, '/', '/about'].map(pageWords)).toEqual(['Not known', 'Home page', '/about'])
})
