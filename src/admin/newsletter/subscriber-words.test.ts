import { expect, test } from 'vitest'
import { formatSubscriberCaption, formatSignUpPage } from './subscriber-labels.ts'

test('addresses are counted and told in words', () => {
  expect([
    formatSubscriberCaption(1, 1),
    formatSubscriberCaption(1234, 1234),
    formatSubscriberCaption(2, 1234),
    formatSubscriberCaption(0, 1),
  ]).toEqual(['1 address', '1,234 addresses', '2 of 1,234 addresses', '0 of 1 address'])
  expect([null, '/', '/about'].map(formatSignUpPage)).toEqual(['Not known', 'Home page', '/about'])
})
