/** Which hosts are this machine's, near it or the internet's; and what of an address may stand in the log. */
import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { urlFor } from '#platform/client/api.client.ts'
import { isLocalHost, isNearHost, hasEncryptionSetting } from './local-host.ts'
import { isOwnHost } from './own-host.ts'
import {
  toPublicFetchError,
  hostOf,
  isPublicWebPort,
  openPublicRequest,
  parsePublicUrl,
  portOf,
  PublicFetchError,
} from './public-request.ts'
import { isPublicAddress } from './public-address.ts'
import { redactUrl } from '#platform/telemetry/redact-url.ts'

test.each([
  ['localhost', true, true],
  ['x.localhost', true, true],
  ['.localhost', false, false],
  ['xlocalhost', false, true],
  ['localhost.example', false, false],
  ['127.0.0.1', true, true],
  ['127.0.0.10', false, false],
  ['1127.0.0.1', false, false],
  ['127x0.0.1', false, false],
  ['[::1]', true, true],
  ['[::2]', false, false],
  ['LOCALHOST', false, true],
  ['database', false, true],
  ['/run/x.y', false, true],
  ['%2Frun%2Fx.y', false, true],
  ['x/run.y', false, false],
])('%s is this machine: %s; near: %s', (host, isLocal, isNear) => expect([isLocalHost(host), isNearHost(host)]).toEqual([isLocal, isNear]))

test('a connection to a database is near, or its address says how it is', () => {
  expect(
    ['postgres://db/x', 'postgres://a.b/x?host=/run', 'postgres://a.b/x?sslmode=disable', 'postgres://a.b/x?ssl=1'].map(
      hasEncryptionSetting,
    ),
  ).toEqual(Array(4).fill(true))
  expect(
    ['postgres://a.b/x', 'postgres://db/x?host=a.b', 'postgres://a.b/x?host=', 'postgres://a.b/x?ssl='].map(hasEncryptionSetting),
  ).toEqual(Array(4).fill(false))
})

test('a host is the machine’s own by its names, its address, and as a copy', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', hostname().toLowerCase(), 'a-1.sustainable-tech.localhost'])
    expect(isOwnHost(host, undefined), host).toBe(true)
  for (const host of [
    'example.org',
    'x.localhost',
    'a.b.sustainable-tech.localhost',
    'sustainable-tech.localhost',
    'a.sustainable-techxlocalhost',
    '192.0.2.1',
  ])
    expect(isOwnHost(host, undefined), host).toBe(false)
  expect([
    isOwnHost('192.0.2.1', '192.0.2.1'),
    isOwnHost('192.0.2.1', '::ffff:192.0.2.1'),
    isOwnHost('[2001:db8::1]', '2001:db8::1'),
  ]).toEqual([true, true, true])
  expect([isOwnHost('192.0.2.1', '192.0.2.2'), isOwnHost('192.0.2.1', '192.0.2.1::ffff:')]).toEqual([false, false])
})

describe('an address from a stranger', () => {
  test('is a web address without a name in it', () => {
    expect(parsePublicUrl('HTTPS://Example.org/x').href).toBe('https://example.org/x')
    expect(parsePublicUrl('/y', new URL('http://example.org/x')).href).toBe('http://example.org/y')
    for (const text of ['', 'example.org', 'ftp://example.org', 'xhttp://example.org', 'httpss://example.org', 'file:///etc/passwd'])
      expect(() => parsePublicUrl(text), text).toThrow('It is no web address.')
    for (const text of ['http://me@example.org', 'http://:secret@example.org'])
      expect(() => parsePublicUrl(text), text).toThrow('It has a name and a password in it.')
  })
  test('has a host and a port', () => {
    expect(['http://a.b', 'https://a.b', 'http://a.b:81', 'https://a.b:80'].map((url) => portOf(new URL(url)))).toEqual([80, 443, 81, 80])
    expect(['http://a.b', 'http://[2001:db8::1]:1/'].map((url) => hostOf(new URL(url)))).toEqual(['a.b', '2001:db8::1'])
    expect([80, 443, 81].map((port) => isPublicWebPort('8.8.8.8', port))).toEqual([true, true, false])
    expect(isPublicWebPort('10.0.0.1', 80)).toBe(false)
  })
  test('is looked up, and each of its addresses looked at', async () => {
    const open = (found: string[], fault: Error | null = null) =>
      openPublicRequest(new URL('http://name.example/'), {
        resolve: (_name, done) =>
          done(
            fault,
            found.map((address) => ({ address, family: 4 })),
          ),
        headers: {},
        signal: new AbortController().signal,
      })
    await expect(open([])).rejects.toThrow('Its host cannot be found.')
    await expect(open(['8.8.8.8'], new Error('x'))).rejects.toThrow('Its host cannot be found.')
    await expect(open(['8.8.8.8', '10.0.0.1'])).rejects.toThrow('It is not on the public internet.')
  })
  test('fails in our words', () => {
    const { signal } = new AbortController()
    const said = (fault: Error, at = signal) => toPublicFetchError(fault, at).message
    const coded = (code: string) => Object.assign(new Error('10.0.0.1:22 refused'), { code })
    expect(said(new PublicFetchError('Ours.'))).toBe('Ours.')
    expect(said(coded('ECONNREFUSED'))).toBe('Its host cannot be reached.')
    expect(said(new Error('x'))).toBe('Its host cannot be reached.')
    for (const code of ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])
      expect(said(coded(code))).toBe('Its certificate is not to be trusted.')
    expect(said(coded('ECONNREFUSED'), AbortSignal.abort())).toBe('Its host takes too long.')
    expect(toPublicFetchError(coded('X'), signal).cause).toBeInstanceOf(Error)
  })
})

test.each([
  ['0.255.255.255', false],
  ['1.0.0.0', true],
  ['9.255.255.255', true],
  ['11.0.0.0', true],
  ['100.63.255.255', true],
  ['100.127.255.255', false],
  ['126.255.255.255', true],
  ['172.15.255.255', true],
  ['172.31.255.255', false],
  ['172.32.0.0', true],
  ['192.0.0.8', false],
  ['192.0.2.1', false],
  ['192.88.99.1', false],
  ['198.17.255.255', true],
  ['198.19.0.1', false],
  ['198.51.100.1', false],
  ['203.0.113.1', false],
  ['223.255.255.255', true],
  ['224.0.0.1', false],
  ['1fff::1', false],
  ['2000::1', true],
  ['2001:1ff::1', false],
  ['2001:200::1', true],
  ['3fff:fff::1', false],
  ['4000::1', false],
])('%s is of the internet: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic))

test.each([
  ['/x', '/x'],
  ['/x?', '/x?'],
  ['/x?a=1&token=abc', '/x?a=1&token=[removed]'],
  ['/x?TOKEN=abc', '/x?TOKEN=[removed]'],
  ['/x?to%6ben=abc&b=2', '/x?to%6ben=[removed]&b=2'],
  ['/x?claim=a&key=b&code=c&password=d&secret=e', '/x?claim=[removed]&key=[removed]&code=[removed]&password=[removed]&secret=[removed]'],
  ['/x?tokens=abc&mytoken=b', '/x?tokens=abc&mytoken=b'],
  ['/x?%zz=abc', '/x?%zz=[removed]'],
  ['/x?token', '/x?token=[removed]'],
  ['/x?token=a=b', '/x?token=[removed]'],
  ['/f/~abcdefghij0123456789', '/f/~[removed]'],
  ['/f/%7Eabcdefghij0123456789/y', '/f/%7E[removed]/y'],
  ['/f/~abcdefghij012345678', '/f/~abcdefghij012345678'],
  ['/f/~abcdefghij0123456789?x=~abcdefghij0123456789', '/f/~[removed]?x=~[removed]'],
])('%s stands in the log as %s', (url, shown) => expect(redactUrl(url)).toBe(shown))

test('an address is filled in, and what is absent or blank is left out', () => {
  expect(urlFor('/api/things/:slug/:id', { params: { slug: 'a/b', id: 7 } })).toBe('/api/things/a%2Fb/7')
  expect(urlFor('/api/things', { query: { a: 'x y', b: '', c: undefined, d: 0, e: false } })).toBe('/api/things?a=x+y&d=0&e=false')
  expect([urlFor('/api/things', {}), urlFor('/api/things', { query: { a: '' } })]).toEqual(['/api/things', '/api/things'])
})
