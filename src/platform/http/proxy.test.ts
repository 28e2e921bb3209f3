import { describe, expect, test } from 'vitest'
import { clientIpOf, getRequestHost, rateLimitNetwork, parseTrustProxy, createTrust, type TrustProxy } from './proxy.ts'

const asked = (told: string, from = '10.0.0.1', headers: Record<string, string> = {}) => ({
  headers: { host: 'inner.example', 'x-forwarded-for': told, ...headers },
  socket: { remoteAddress: from },
})
const seen = (trust: TrustProxy, told: string, from?: string) => clientIpOf(asked(told, from), createTrust(trust))

describe('TRUST_PROXY', () => {
  test.each([
    ['true', true],
    ['off', false],
    ['0', 0],
    [' 2 ', 2],
    ['10.0.0.1, 2001:db8::/32', ['10.0.0.1', '2001:db8::/32']],
    ['loopback', ['127.0.0.0/8', '::1/128']],
  ])('%s', (text, read) => expect(parseTrustProxy(text)).toEqual(read))

  test.each(['', 'maybe', '-1', '1.5', '17', '10.0.0.0/33', '10.0.0.0/0', '::/0', '10.0.0.1,', '10.0.0', 'proxy.example', '10.0.0.0/8/8'])(
    'refuses %j',
    (text) => expect(parseTrustProxy(text)).toBeUndefined(),
  )
})

describe('the visitor’s address', () => {
  test('nobody is believed, one is, two are', () => {
    const told = '192.0.2.66, 198.51.100.7, 10.0.0.2'
    expect([false, true, 1, 2, 3, 9].map((trust) => seen(trust, told))).toEqual([
      '10.0.0.1',
      '10.0.0.2',
      '10.0.0.2',
      '198.51.100.7',
      '192.0.2.66',
      '192.0.2.66',
    ])
  })
  test('by their addresses: what a visitor has written stands before the first that is no proxy', () => {
    const trust = ['10.0.0.0/8', '2001:db8:ffff::/48']
    expect(seen(trust, '192.0.2.66, 198.51.100.7, 10.0.0.2')).toBe('198.51.100.7')
    expect(seen(trust, '192.0.2.66, 198.51.100.7, 2001:db8:ffff::2')).toBe('198.51.100.7')
    expect(seen(trust, '192.0.2.66, nonsense, 10.0.0.2')).toBe('nonsense')
    expect(seen(trust, '192.0.2.66', '203.0.113.9')).toBe('203.0.113.9')
  })
  test('a socket that speaks IPv6 to everybody, a port behind an address, an empty list', () => {
    expect(seen(['10.0.0.0/8'], '198.51.100.7:51234', '::ffff:10.0.0.1')).toBe('198.51.100.7')
    expect(seen(true, '[2001:db8::7]:443')).toBe('2001:db8::7')
    expect(seen(true, ' , ')).toBe('10.0.0.1')
  })
})

test('the host is the word of whoever has connected', () => {
  const host = (trust: TrustProxy, told: string, from?: string) =>
    getRequestHost(asked('', from, { 'x-forwarded-host': told }), createTrust(trust))
  expect([host(true, 'a.example, b.example'), host(['10.0.0.0/8'], 'a.example'), host(2, ' ')]).toEqual([
    'b.example',
    'a.example',
    'inner.example',
  ])
  expect([host(false, 'a.example'), host(['10.0.0.0/8'], 'a.example', '203.0.113.9')]).toEqual(['inner.example', 'inner.example'])
})

test('a limit counts an IPv6 network as one', () => {
  expect(rateLimitNetwork('2001:db8:1:2:3:4:5:6')).toBe(rateLimitNetwork('2001:DB8:1:2::9'))
  expect(rateLimitNetwork('2001:db8:1:2::9')).not.toBe(rateLimitNetwork('2001:db8:1:3::9'))
  expect(['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1:80'].map(rateLimitNetwork)).toEqual(Array(3).fill('192.0.2.1'))
  expect(rateLimitNetwork('192.0.2.1')).not.toBe(rateLimitNetwork('192.0.2.2'))
  expect(['unknown', '', 'x'.repeat(9_000)].map(rateLimitNetwork)).toEqual(['unknown', '', 'unknown'])
})

describe('TRUST_PROXY at its limits', () => {
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
  ])('%s', (text, read) => expect(parseTrustProxy(text)).toEqual(read))

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
  ])('refuses %j', (text) => expect(parseTrustProxy(text)).toBeUndefined())
})

test('a network of proxies ends where it says, and no visitor is a proxy for being no address', () => {
  const trust = createTrust(['10.0.0.0/30', '2001:db8::1', '192.0.2.1'])
  const isProxy = (ip: string) => trust(ip, 5)
  expect(['10.0.0.3', '::ffff:10.0.0.3', '10.0.0.3:8080', '2001:db8::1', '[2001:db8::1]:80', '192.0.2.1'].map(isProxy)).toEqual(
    Array(6).fill(true),
  )
  expect(['10.0.0.4', '2001:db8::2', '192.0.2.2', 'nonsense', ''].map(isProxy)).toEqual(Array(5).fill(false))
})

test('an address is told without its port and its zone', () => {
  expect(
    ['[2001:db8::7]:443', '[2001:db8::7]', '192.0.2.7:80', '192.0.2.7', 'fe80::1%eth0', '::FFFF:192.0.2.7', '192.0.2.7:x'].map((told) =>
      clientIpOf(asked(told), createTrust(true)),
    ),
  ).toEqual(['2001:db8::7', '2001:db8::7', '192.0.2.7', '192.0.2.7', 'fe80::1', '192.0.2.7', '192.0.2.7:x'])
  expect(clientIpOf({ headers: {}, socket: {} }, createTrust(true))).toBe('')
  expect(getRequestHost({ headers: {}, socket: {} }, createTrust(true))).toBe('')
})
