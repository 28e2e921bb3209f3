import { expect, test } from 'vitest'
import { normaliseMailbox, getBudgetShare } from './mail-limits.policy.ts'

test.each([
  ['Ann@Example.ORG', 'ann@example.org'],
  [' ann@example.org ', 'ann@example.org'],
  ['ann+news@example.org', 'ann@example.org'],
  ['ann+a+b@example.org', 'ann@example.org'],
  ['a.n.n@example.org', 'a.n.n@example.org'],
  ['A.N.N+x@gmail.com', 'ann@gmail.com'],
  ['ann@googlemail.com', 'ann@gmail.com'],
  ['+tag@example.org', '+tag@example.org'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
  ['zoe\u0301@example.org', 'zo\u00e9@example.org'],
  ['no address', '@no address'],
])('normaliseMailbox maps %j to %j', (email, expected) => expect(normaliseMailbox(email)).toBe(expected))

test.each([
  [{ isTenant: false, kind: 'account' }, 100, null],
  [{ isTenant: false, kind: 'newsletter' }, 90, null],
  [{ isTenant: false, kind: 'other' }, 90, null],
  [{ isTenant: true, kind: 'account' }, 90, 50],
  [{ isTenant: true, kind: 'newsletter' }, 90, 50],
] as const)('of a budget of 100, mail with %j may use %i in total and %j from tenant sites', (mail, all, tenants) => {
  expect(getBudgetShare(100, mail)).toEqual({ all, tenants })
})
