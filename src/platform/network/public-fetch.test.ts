/** Tests that user-supplied URLs are fetched only from public IP addresses, in every notation and after redirects. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'
import { fetchFromPublic } from './public-fetch.ts'

const PICTURE_OPTIONS = { maxBytes: 1000, contentType: 'image/' }
let requestedUrls: string[] = []
const server = createServer(({ url = '' }, response) => {
  requestedUrls.push(url)
  const respond = (status: number, headers: Record<string, string>, body = '') => void response.writeHead(status, headers).end(body)
  if (url === '/picture') return respond(200, { 'content-type': 'image/png' }, 'points')
  if (url === '/page') return respond(200, { 'content-type': 'text/html' }, '<p>')
  if (url === '/large') return respond(200, { 'content-type': 'image/png' }, 'x'.repeat(5000))
  if (url === '/endless') {
    response.writeHead(200, { 'content-type': 'image/png' })
    const timer = setInterval(() => response.write('x'.repeat(400)), 5)
    return void response.on('close', () => clearInterval(timer))
  }
  if (url === '/never') return undefined
  if (url === '/once') return respond(302, { location: '/picture' })
  if (url === '/circle') return respond(302, { location: '/circle' })
  if (url.startsWith('/to?')) return respond(302, { location: decodeURIComponent(url.slice(4)) })
  return respond(404, {})
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Fetches from the test's server, the only address that is allowed here. */
const fetchFromTestServer = (path: string) =>
  fetchFromPublic(`http://127.0.0.1:${port}${path}`, {
    ...PICTURE_OPTIONS,
    timeoutMs: path === '/never' ? 500 : 60_000,
    isAllowed: (address, addressPort) => address === '127.0.0.1' && addressPort === port,
  })

describe('fetchFromPublic', () => {
  test('fetchFromPublic returns a picture, also after a redirect', async () => {
    expect((await fetchFromTestServer('/picture')).toString()).toBe('points')
    expect((await fetchFromTestServer('/once')).toString()).toBe('points')
  })

  test.each([
    ['/page', 'It is no picture.'],
    ['/large', 'It is larger than 0 MB.'],
    ['/endless', 'It is larger than 0 MB.'],
    ['/never', 'Its host takes too long.'],
    ['/nothing', 'Its host answers 404.'],
    ['/circle', 'It leads from one address to the next.'],
    ['/to?http%3A%2F%2F127.0.0.1%3A1%2F', 'It is not on the public internet.'],
    ['/to?http%3A%2F%2F169.254.169.254%2Flatest', 'It is not on the public internet.'],
    ['/to?http%3A%2F%2Flocalhost%3A1%2F', 'It is not on the public internet.'],
    ['/to?file%3A%2F%2F%2Fetc%2Fpasswd', 'It is no web address.'],
    ['/to?http%3A%2F%2Fme%3Asecret%40127.0.0.1%2F', 'It has a name and a password in it.'],
  ])('rejects the response of %s with the message %s', async (path, message) => {
    await expect(fetchFromTestServer(path)).rejects.toThrow(message)
  })

  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://93.184.215.14:22/',
    'http://93.184.215.14:6379/',
  ])('does not connect to %s', async (url) => {
    requestedUrls = []
    await expect(fetchFromPublic(url, PICTURE_OPTIONS)).rejects.toThrow('It is not on the public internet.')
    expect(requestedUrls).toEqual([])
  })

  test('does not connect to a host name that resolves to this machine', async () => {
    requestedUrls = []
    await expect(fetchFromPublic(`http://localhost:${port}/picture`, PICTURE_OPTIONS)).rejects.toThrow('It is not on the public internet.')
    expect(requestedUrls).toEqual([])
  })
})

test.each([
  ['93.184.215.14', true],
  ['8.8.8.8', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['::ffff:8.8.8.8', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['255.255.255.255', false],
  ['not an address', false],
])('IP address %s is public: %s', (address, expected) => expect(isPublicAddress(address)).toBe(expected))
