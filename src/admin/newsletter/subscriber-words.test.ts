import { expect, test } from 'vitest'
import { createWording } from '#wording/wording.ts'
import { formatSubscriberCaption, formatSignUpPage } from './subscriber-labels.ts'

const wording = createWording({ language: 'en-GB', symbol: '£' })

test('addresses are counted and told in words', () => {
  expect([
    formatSubscriberCaption(1, 1, wording),
    formatSubscriberCaption(1234, 1234, wording),
    formatSubscriberCaption(2, 1234, wording),
    formatSubscriberCaption(0, 1, wording),
  ]).toEqual(['1 address', '1,234 addresses', '2 of 1,234 addresses', '0 of 1 address'])
  expect([null, '/', '/about'].map(formatSignUpPage)).toEqual(['Not known', 'Home page', '/about'])
})
