import { expect, test } from 'vitest'
import {
  bypassesCache,
  cookieName,
  formatCookie,
  freshCookie,
  hasJustWritten,
  hasMemberHint,
  hasSession,
  hintsAtAdministrator,
  readCookie,
} from './cookie.ts'

const SECURE = 'https://example.org'
const PLAIN = 'http://localhost:3000'

test('cookies have the prefix __Host- and Secure on https only', () => {
  expect(['session', 'device', 'fresh'].map((name) => cookieName(name as 'session', SECURE))).toEqual([
    '__Host-session',
    '__Host-device',
    '__Host-fresh',
  ])
  expect(cookieName('session', PLAIN)).toBe('session')
  expect(cookieName('session', 'http://https.example.org')).toBe('session')
  expect(formatCookie('session', 'abc', 60, SECURE)).toBe('__Host-session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure')
  expect(formatCookie('device', 'x', 0, 'http://https:80')).toBe('device=x; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  expect(freshCookie(PLAIN)).toBe('fresh=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax')
  expect(formatCookie('member', 'a', 60, SECURE)).toBe('__Host-member=a; Path=/; Max-Age=60; SameSite=Lax; Secure')
  expect(freshCookie(SECURE)).toBe('__Host-fresh=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure')
})

test.each<[header: string | undefined, bypassesCache: boolean, hasSession: boolean, hasJustWritten: boolean]>([
  [undefined, false, false, false],
  ['', false, false, false],
  ['session=a', true, true, false],
  ['fresh=1', true, false, true],
  ['__Host-session=a', true, true, false],
  ['__Host-fresh=1', true, false, true],
  ['theme=dark;session=a', true, true, false],
  ['theme=dark; session=a', true, true, false],
  ['theme=dark;  __Host-fresh=1', true, false, true],
  ['theme=dark;  __Host-session=1', true, true, false],
  ['theme=dark;fresh=1', true, false, true],
  ['session=a; fresh=1', true, true, true],
  ['mysession=a; unfresh=1', false, false, false],
  ['my-session=a', false, false, false],
  ['sessions=a; freshly=1', false, false, false],
  ['session; fresh', false, false, false],
  ['theme=session; x=fresh', false, false, false],
  ['device=a', false, false, false],
])('cookies %j: bypassesCache %s, hasSession %s, hasJustWritten %s', (header, isFresh, isSession, hasWritten) => {
  expect(bypassesCache(header)).toBe(isFresh)
  expect(hasSession(header)).toBe(isSession)
  expect(hasJustWritten(header)).toBe(hasWritten)
})

test.each([
  [undefined, false, false],
  ['member=%7B%22role%22%3A%22member%22%7D', true, false],
  ['theme=dark; __Host-member=%7B%22role%22%3A%22admin%22%2C%22unread%22%3A0%7D; session=a', true, true],
  ['remember=%22role%22%3A%22admin%22', false, false],
  ['member=a; x=%22role%22%3A%22admin%22', true, false],
] as const)('cookies %j: hasMemberHint %s, hintsAtAdministrator %s', (header, isHinted, isAdministrator) => {
  expect(hasMemberHint(header)).toBe(isHinted)
  expect(hintsAtAdministrator(header)).toBe(isAdministrator)
})

test('readCookie reads the first cookie with the name for the origin', () => {
  expect(readCookie('a=1;  session=abc ; b=2', 'session', PLAIN)).toBe('abc')
  expect(readCookie('session=plain; __Host-session=own', 'session', SECURE)).toBe('own')
  expect(readCookie('__Host-session=own; session=plain', 'session', PLAIN)).toBe('plain')
  expect(readCookie('session=first; session=second', 'session', PLAIN)).toBe('first')
  expect(readCookie('device=abc', 'session', PLAIN)).toBeUndefined()
  expect(readCookie(undefined, 'session', PLAIN)).toBeUndefined()
})
