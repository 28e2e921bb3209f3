import { expect, test } from 'vitest'
import { createWording } from '#wording/wording.ts'
import { formatSubscriberCaption, formatSignUpPage } from './subscriber-labels.ts'

const wording = createWording({ language: 'en-GB', symbol: '£' })

test.each([
  [1, 1, '1 address'],
  [1234, 1234, '1,234 addresses'],
  [2, 1234, '2 of 1,234 addresses'],
  [0, 1, '0 of 1 address'],
])('formatSubscriberCaption formats %i matches of %i addresses', (matchCount, totalCount, caption) => {
  expect(formatSubscriberCaption(matchCount, totalCount, wording)).toBe(caption)
})

test('formatSignUpPage names the home page and unknown pages, and returns other paths unchanged', () => {
  expect([null, '/', '/about'].map(formatSignUpPage)).toEqual(['Unknown', 'Home page', '/about'])
})
