/** Tests the classification of hosts and IP addresses, the URLs of public requests, the redaction of URLs for the log, and `urlFor`. */
import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { urlFor } from '#platform/client/api.client.ts'
import { isLocalHost, isEncryptionExemptHost, hasEncryptionSetting, isPublicOrigin } from './local-host.ts'
import { isOwnHost } from './own-host.ts'
import {
  toPublicFetchError,
  getHost,
  isPublicWebPort,
  openPublicRequest,
  parsePublicUrl,
  getPort,
  PublicFetchError,
} from './public-request.ts'
import { isPublicAddress } from './public-address.ts'
import { redactUrl } from '#platform/telemetry/redact-url.ts'

test.each([
  ['https://example.org', true],
  ['http://www.example.org:8080', true],
  ['https://8.8.8.8', true],
  ['http://[2606:4700::1111]', true],
  ['http://localhost:3000', false],
  ['http://site.localhost', false],
  ['http://127.0.0.5', false],
  ['http://192.168.1.20:3000', false],
  ['http://10.1.2.3', false],
  ['http://[::1]:3000', false],
  ['http://[fd00::1]', false],
  ['http://kitchen-pi.local', false],
  ['http://net-zero.test', false],
  ['http://web.internal', false],
  ['http://web', false],
])('origin %s is public: %s', (origin, isPublic) => {
  expect(isPublicOrigin(origin)).toBe(isPublic)
})

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
])('host %s is local: %s, exempt from encryption: %s', (host, isLocal, isExempt) => {
  expect(isLocalHost(host)).toBe(isLocal)
  expect(isEncryptionExemptHost(host)).toBe(isExempt)
})

test('hasEncryptionSetting accepts exempt hosts and URLs that set sslmode or ssl', () => {
  expect(
    ['postgres://db/x', 'postgres://a.b/x?host=/run', 'postgres://a.b/x?sslmode=disable', 'postgres://a.b/x?ssl=1'].map(
      hasEncryptionSetting,
    ),
  ).toEqual(Array(4).fill(true))
  expect(
    ['postgres://a.b/x', 'postgres://db/x?host=a.b', 'postgres://a.b/x?host=', 'postgres://a.b/x?ssl='].map(hasEncryptionSetting),
  ).toEqual(Array(4).fill(false))
})

test('isOwnHost accepts the machine’s names, its IP address and subdomains of tenant sites, and no other hosts', () => {
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
  expect(isOwnHost('192.0.2.1', '192.0.2.1')).toBe(true)
  expect(isOwnHost('192.0.2.1', '::ffff:192.0.2.1')).toBe(true)
  expect(isOwnHost('[2001:db8::1]', '2001:db8::1')).toBe(true)
  expect(isOwnHost('192.0.2.1', '192.0.2.2')).toBe(false)
  expect(isOwnHost('192.0.2.1', '192.0.2.1::ffff:')).toBe(false)
})

describe('public request', () => {
  test('parsePublicUrl accepts only http and https URLs without credentials', () => {
    expect(parsePublicUrl('HTTPS://Example.org/x').href).toBe('https://example.org/x')
    expect(parsePublicUrl('/y', new URL('http://example.org/x')).href).toBe('http://example.org/y')
    for (const text of ['', 'example.org', 'ftp://example.org', 'xhttp://example.org', 'httpss://example.org', 'file:///etc/passwd'])
      expect(() => parsePublicUrl(text), text).toThrow('It is no web address.')
    for (const text of ['http://me@example.org', 'http://:secret@example.org'])
      expect(() => parsePublicUrl(text), text).toThrow('It has a name and a password in it.')
  })
  test('getHost and getPort read a URL, and isPublicWebPort allows only web ports of public addresses', () => {
    expect(['http://a.b', 'https://a.b', 'http://a.b:81', 'https://a.b:80'].map((url) => getPort(new URL(url)))).toEqual([80, 443, 81, 80])
    expect(['http://a.b', 'http://[2001:db8::1]:1/'].map((url) => getHost(new URL(url)))).toEqual(['a.b', '2001:db8::1'])
    expect([80, 443, 81].map((port) => isPublicWebPort('8.8.8.8', port))).toEqual([true, true, false])
    expect(isPublicWebPort('10.0.0.1', 80)).toBe(false)
  })
  test('openPublicRequest rejects a host name that cannot be resolved or has a private address', async () => {
    const openResolvedTo = (addresses: string[], error: Error | null = null) =>
      openPublicRequest(new URL('http://name.example/'), {
        resolve: (_name, done) =>
          done(
            error,
            addresses.map((address) => ({ address, family: 4 })),
          ),
        headers: {},
        signal: new AbortController().signal,
      })
    await expect(openResolvedTo([])).rejects.toThrow('Its host cannot be found.')
    await expect(openResolvedTo(['8.8.8.8'], new Error('x'))).rejects.toThrow('Its host cannot be found.')
    await expect(openResolvedTo(['8.8.8.8', '10.0.0.1'])).rejects.toThrow('It is not on the public internet.')
  })
  test('toPublicFetchError converts connection errors to messages without network details', () => {
    const { signal } = new AbortController()
    const convertToMessage = (error: Error, withSignal = signal) => toPublicFetchError(error, withSignal).message
    const createErrorWithCode = (code: string) => Object.assign(new Error('10.0.0.1:22 refused'), { code })
    expect(convertToMessage(new PublicFetchError('Ours.'))).toBe('Ours.')
    expect(convertToMessage(createErrorWithCode('ECONNREFUSED'))).toBe('Its host cannot be reached.')
    expect(convertToMessage(new Error('x'))).toBe('Its host cannot be reached.')
    for (const code of ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])
      expect(convertToMessage(createErrorWithCode(code))).toBe('Its certificate is not to be trusted.')
    expect(convertToMessage(createErrorWithCode('ECONNREFUSED'), AbortSignal.abort())).toBe('Its host takes too long.')
    expect(toPublicFetchError(createErrorWithCode('X'), signal).cause).toBeInstanceOf(Error)
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
])('IP address %s is public: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic))

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
])('redactUrl(%s) is %s', (url, redacted) => expect(redactUrl(url)).toBe(redacted))

test('urlFor fills in parameters and omits undefined and empty values', () => {
  expect(urlFor('/api/things/:slug/:id', { params: { slug: 'a/b', id: 7 } })).toBe('/api/things/a%2Fb/7')
  expect(urlFor('/api/things', { query: { a: 'x y', b: '', c: undefined, d: 0, e: false } })).toBe('/api/things?a=x+y&d=0&e=false')
  expect(urlFor('/api/things', {})).toBe('/api/things')
  expect(urlFor('/api/things', { query: { a: '' } })).toBe('/api/things')
})
