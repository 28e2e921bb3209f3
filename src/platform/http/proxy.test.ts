import { describe, expect, test } from 'vitest'
import { clientIpOf, getRequestHost, rateLimitNetwork, parseTrustProxy, createTrust, type TrustProxy } from './proxy.ts'

const requestOf = (forwardedFor: string, from = '10.0.0.1', headers: Record<string, string> = {}) => ({
  headers: { host: 'inner.example', 'x-forwarded-for': forwardedFor, ...headers },
  socket: { remoteAddress: from },
})
const ipOf = (trust: TrustProxy, forwardedFor: string, from?: string) => clientIpOf(requestOf(forwardedFor, from), createTrust(trust))

describe('parseTrustProxy', () => {
  test.each([
    ['true', true],
    ['off', false],
    ['0', 0],
    [' 2 ', 2],
    ['10.0.0.1, 2001:db8::/32', ['10.0.0.1', '2001:db8::/32']],
    ['loopback', ['127.0.0.0/8', '::1/128']],
  ])('parses %j as %j', (text, setting) => expect(parseTrustProxy(text)).toEqual(setting))

  test.each(['', 'maybe', '-1', '1.5', '17', '10.0.0.0/33', '10.0.0.0/0', '::/0', '10.0.0.1,', '10.0.0', 'proxy.example', '10.0.0.0/8/8'])(
    'rejects %j',
    (text) => expect(parseTrustProxy(text)).toBeUndefined(),
  )
})

describe('clientIpOf', () => {
  test('selects the X-Forwarded-For hop by the number of trusted proxies', () => {
    const forwardedFor = '192.0.2.66, 198.51.100.7, 10.0.0.2'
    expect([false, true, 1, 2, 3, 9].map((trust) => ipOf(trust, forwardedFor))).toEqual([
      '10.0.0.1',
      '10.0.0.2',
      '10.0.0.2',
      '198.51.100.7',
      '192.0.2.66',
      '192.0.2.66',
    ])
  })
  test('selects the last hop that is not in a trusted network', () => {
    const trust = ['10.0.0.0/8', '2001:db8:ffff::/48']
    expect(ipOf(trust, '192.0.2.66, 198.51.100.7, 10.0.0.2')).toBe('198.51.100.7')
    expect(ipOf(trust, '192.0.2.66, 198.51.100.7, 2001:db8:ffff::2')).toBe('198.51.100.7')
    expect(ipOf(trust, '192.0.2.66, nonsense, 10.0.0.2')).toBe('nonsense')
    expect(ipOf(trust, '192.0.2.66', '203.0.113.9')).toBe('203.0.113.9')
  })
  test('handles IPv4-mapped addresses, ports and an empty list', () => {
    expect(ipOf(['10.0.0.0/8'], '198.51.100.7:51234', '::ffff:10.0.0.1')).toBe('198.51.100.7')
    expect(ipOf(true, '[2001:db8::7]:443')).toBe('2001:db8::7')
    expect(ipOf(true, ' , ')).toBe('10.0.0.1')
  })
})

test('getRequestHost reads X-Forwarded-Host only from a trusted proxy', () => {
  const host = (trust: TrustProxy, forwardedHost: string, from?: string) =>
    getRequestHost(requestOf('', from, { 'x-forwarded-host': forwardedHost }), createTrust(trust))
  expect(host(true, 'a.example, b.example')).toBe('b.example')
  expect(host(['10.0.0.0/8'], 'a.example')).toBe('a.example')
  expect(host(2, ' ')).toBe('inner.example')
  expect(host(false, 'a.example')).toBe('inner.example')
  expect(host(['10.0.0.0/8'], 'a.example', '203.0.113.9')).toBe('inner.example')
})

test('rateLimitNetwork returns one key for an IPv6 network and for texts that are no IP address', () => {
  expect(rateLimitNetwork('2001:db8:1:2:3:4:5:6')).toBe(rateLimitNetwork('2001:DB8:1:2::9'))
  expect(rateLimitNetwork('2001:db8:1:2::9')).not.toBe(rateLimitNetwork('2001:db8:1:3::9'))
  expect(['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1:80'].map(rateLimitNetwork)).toEqual(Array(3).fill('192.0.2.1'))
  expect(rateLimitNetwork('192.0.2.1')).not.toBe(rateLimitNetwork('192.0.2.2'))
  expect(['unknown', '', 'x'.repeat(9_000)].map(rateLimitNetwork)).toEqual(['unknown', '', 'unknown'])
})

describe('parseTrustProxy at its boundaries', () => {
  test.each([
    ['YES', true],
    ['on', true],
    ['no', false],
    ['False', false],
    ['16', 16],
    ['10.0.0.0/32', ['10.0.0.0/32']],
    ['2001:db8::/128', ['2001:db8::/128']],
    ['linklocal, 192.0.2.1', ['169.254.0.0/16', 'fe80::/10', '192.0.2.1']],
    ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
  ])('parses %j as %j', (text, setting) => expect(parseTrustProxy(text)).toEqual(setting))

  test.each([
    '2001:db8::/129',
    'fe80::1%eth0',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0/a8',
    '10.0.0.0/8a',
    '1 2',
    'tostring',
    'constructor',
    '10.0.0.1 192.0.2.1',
  ])('rejects %j', (text) => expect(parseTrustProxy(text)).toBeUndefined())
})

test('createTrust trusts the listed networks only, and no text that is not an IP address', () => {
  const trust = createTrust(['10.0.0.0/30', '2001:db8::1', '192.0.2.1'])
  const isProxy = (ip: string) => trust(ip, 5)
  expect(['10.0.0.3', '::ffff:10.0.0.3', '10.0.0.3:8080', '2001:db8::1', '[2001:db8::1]:80', '192.0.2.1'].map(isProxy)).toEqual(
    Array(6).fill(true),
  )
  expect(['10.0.0.4', '2001:db8::2', '192.0.2.2', 'nonsense', ''].map(isProxy)).toEqual(Array(5).fill(false))
})

test('clientIpOf removes ports and zones', () => {
  expect(
    ['[2001:db8::7]:443', '[2001:db8::7]', '192.0.2.7:80', '192.0.2.7', 'fe80::1%eth0', '::FFFF:192.0.2.7', '192.0.2.7:x'].map(
      (forwardedFor) => clientIpOf(requestOf(forwardedFor), createTrust(true)),
    ),
  ).toEqual(['2001:db8::7', '2001:db8::7', '192.0.2.7', '192.0.2.7', 'fe80::1', '192.0.2.7', '192.0.2.7:x'])
  expect(clientIpOf({ headers: {}, socket: {} }, createTrust(true))).toBe('')
  expect(getRequestHost({ headers: {}, socket: {} }, createTrust(true))).toBe('')
})
