import { describe, expect, test } from 'vitest'
import { emailAddress } from './email-address.ts'
import { emailKey, parseEmail } from './parse-email.client.ts'
import { showEmail } from './shown-email.client.ts'

describe('parseEmail', () => {
  test.each([
    ['r&d@example.org', 'r&d@example.org'],
    ['sales/uk@example.co.uk', 'sales/uk@example.co.uk'],
    ["o'brien+news@Example.ORG", "o'brien+news@example.org"],
    ['{a}|b~c^d`e=f?g!h#i$j%k*l@example.org', '{a}|b~c^d`e=f?g!h#i$j%k*l@example.org'],
    [' a.b-c_d@sub.example.museum ', 'a.b-c_d@sub.example.museum'],
    ['info@köln.de', 'info@xn--kln-sna.de'],
    ['post@почта.рф', 'post@xn--80a1acny.xn--p1ai'],
    ['a@例え。jp', 'a@xn--r8jz45g.jp'],
    ['a@straße.de', 'a@xn--strae-oqa.de'],
    ['a@xn--kln-sna.de', 'a@xn--kln-sna.de'],
  ])('converts %j to %j', (text, stored) => {
    expect(parseEmail(text)).toBe(stored)
    expect(emailAddress().parse(text)).toBe(stored)
  })

  test.each([
    '',
    '@',
    'a@',
    '@b.org',
    'a@b',
    'a b@c.org',
    'a@@c.org',
    '.a@b.org',
    'a.@b.org',
    'a..b@c.org',
    '"a b"@c.org',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@b.org/x',
    'a@b.org:25',
    'a@b.org?x',
    'a@b%2eorg',
    'a@-b.org',
    'a@b-.org',
    'a@b..org',
    'a@b.org.',
    'a@b.123',
    'jürgen@example.org',
    'a,b@c.org',
    'a@b.org\nbcc: x@y.org',
    'a;b@c.org',
    'a<b@c.org',
    'a:b@c.org',
    'a\u202eb@c.org',
    `${'a'.repeat(65)}@b.org`,
    `a@${'b'.repeat(64)}.org`,
    `a@${'b.'.repeat(130)}org`,

    'a@\ud83d.org',
    'a\\b@c.org',
  ])('rejects %j', (text) => {
    expect(parseEmail(text)).toBeUndefined()
    expect(emailAddress().safeParse(text).success).toBe(false)
  })
})

test('emailKey normalises email addresses and lower-cases other texts', () => {
  expect(emailKey(' R&D@KÖLN.de')).toBe('r&d@xn--kln-sna.de')
  expect(emailKey('Anna')).toBe('anna')
})

test.each([
  ['info@xn--kln-sna.de', 'info@köln.de'],
  ['post@xn--80a1acny.xn--p1ai', 'post@почта.рф'],
  ['a@xn--r8jz45g.jp', 'a@例え.jp'],
  ['a@example.org', 'a@example.org'],
  // This label consists of Cyrillic letters that read as "apple".
  ['a@xn--80ak6aa92e.com', 'a@xn--80ak6aa92e.com'],
  // This label has Latin letters and one Cyrillic letter.
  ['a@xn--pypal-4ve.com', 'a@xn--pypal-4ve.com'],
  ['a@xn--\u00fc.com', 'a@xn--\u00fc.com'],
])('showEmail(%j) returns %j', (stored, shown) => {
  expect(showEmail(stored)).toBe(shown)
})
