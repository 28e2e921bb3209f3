import { expect, test } from 'vitest'
import { isHeldBack, isUnknownAddress } from './suppression.policy.ts'

const DAY_MS = 86_400_000

test.each([
  ['bounce', null, 0, true],
  ['bounce', null, 400, true],
  ['bounce', 'security', 0, true],
  ['bounce', 'security', 400, true],
  ['bounce', 'asked', 0, true],
  ['bounce', 'asked', 6.99, true],
  ['bounce', 'asked', 7, false],
  ['complaint', null, 400, true],
  ['complaint', 'security', 0, false],
  ['complaint', 'asked', 29.99, true],
  ['complaint', 'asked', 30, false],
  ['soft', null, 400, true],
  ['soft', 'security', 0, false],
  ['soft', 'asked', 0.99, true],
  ['soft', 'asked', 1, false],
  ['manual', null, 400, true],
  ['manual', 'security', 0, true],
  ['manual', 'security', 400, true],
  ['manual', 'asked', 0, true],
  ['manual', 'asked', 400, true],
] as const)('isHeldBack for reason %s, purpose %s and a report %f days ago returns %s', (reason, purpose, days, isHeld) => {
  expect(isHeldBack(reason, purpose, days * DAY_MS)).toBe(isHeld)
})

test.each(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1'])('status %s means an unknown address', (status) => {
  expect(isUnknownAddress(status)).toBe(true)
})
test.each(['5.1.5', '5.1.7', '5.1.8', '5.1.11', '5.1.100', '5.2.2', '5.2.3', '4.1.1', '5.7.1', '15.1.1', '5x1.1', '5.1.1 ', ''])(
  'status %j does not mean an unknown address',
  (status) => expect(isUnknownAddress(status)).toBe(false),
)
