import { expect, test } from 'vitest'
import { isHeldBack, isNoSuchAddress } from './suppression.policy.ts'

test.each([
  ['bounce', null, true],
  ['bounce', 'security', true],
  ['bounce', 'asked', false],
  ['soft', null, true],
  ['soft', 'security', false],
  ['soft', 'asked', false],
  ['complaint', null, true],
  ['complaint', 'security', false],
  ['manual', null, true],
  ['manual', 'security', false],
  ['manual', 'asked', false],
] as const)('listed for %s, a mail of purpose %s stays here: %s', (reason, purpose, isHeld) => {
  expect(isHeldBack(reason, purpose)).toBe(isHeld)
})

test.each(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1'])('%s: there is no such address', (status) => {
  expect(isNoSuchAddress(status)).toBe(true)
})
test.each(['5.1.5', '5.1.7', '5.1.8', '5.1.11', '5.1.100', '5.2.2', '5.2.3', '4.1.1', '5.7.1', '15.1.1', '5x1.1', '5.1.1 ', ''])(
  '%j says nothing against the address',
  (status) => expect(isNoSuchAddress(status)).toBe(false),
)
