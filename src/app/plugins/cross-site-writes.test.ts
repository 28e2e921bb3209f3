/** Tests that only pages of the site's own origin (scheme, host and port) may write, however a proxy forwards the request. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltApp } from '#app/build-app.ts'
import type { TrustProxy } from '#platform/http/proxy.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp, openTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let builtApp: BuiltApp | undefined
beforeAll(async () => void (site = await openTestSite()))
afterEach(async () => {
  await builtApp?.app.close()
  builtApp = undefined
})
afterAll(() => site.close())

interface Setup {
  publicUrl?: string
  trustProxy?: TrustProxy
  host: string
  /** `X-Forwarded-Proto` header. */
  proto?: string
}

async function isAllowed({ host, proto, ...options }: Setup, origin: string): Promise<boolean> {
  builtApp ??= await buildTestApp({ trustProxy: false, ...options, sites: singleSiteDirectory(site.ctx.site) })
  const headers = { host, origin, ...(proto === undefined ? {} : { 'x-forwarded-proto': proto }) }
  const response = await builtApp.app.inject({ method: 'POST', url: '/api/sign-out', headers, payload: {} })
  const code = response.statusCode === 200 ? undefined : (response.json() as { code: string }).code
  expect([undefined, 'request.cross_site']).toContain(code)
  return code === undefined
}

const HTTPS_SETUP = { publicUrl: 'https://example.org', host: 'example.org' }
const SETUPS: [string, Setup, allowed: string[], rejected: string[]][] = [
  [
    'PUBLIC_URL with https, a proxy that terminates TLS',
    { ...HTTPS_SETUP, trustProxy: true, proto: 'https' },
    ['https://example.org', 'https://example.org:443', 'https://EXAMPLE.org', 'https://example.org.'],
    [
      'http://example.org',
      'http://example.org:443',
      'https://example.org:8443',
      'https://a.example.org',
      'ftp://example.org',
      'x://example.org',
    ],
  ],
  ['PUBLIC_URL with https, a proxy that is not trusted', HTTPS_SETUP, ['https://example.org'], ['http://example.org']],
  [
    'PUBLIC_URL with https, a proxy that sends http',
    { ...HTTPS_SETUP, trustProxy: true, proto: 'http' },
    ['https://example.org'],
    ['http://example.org'],
  ],
  [
    'PUBLIC_URL with a port, a proxy that forwards the host without it',
    { publicUrl: 'https://example.org:8443', host: 'example.org' },
    ['https://example.org:8443'],
    ['http://example.org:8443', 'http://example.org'],
  ],
  [
    'PUBLIC_URL with http',
    { publicUrl: 'http://example.org', host: 'example.org' },
    // A proxy may offer https for the same host, which an attacker on the network cannot spoof.
    ['http://example.org', 'https://example.org'],
    ['http://example.org:8080', 'ftp://example.org'],
  ],
  [
    'no PUBLIC_URL, a trusted proxy that terminates TLS',
    { host: 'example.org', trustProxy: true, proto: 'https' },
    ['https://example.org'],
    ['http://example.org'],
  ],
  [
    'no PUBLIC_URL, a proxy that terminates TLS and is not trusted',
    { host: 'example.org', proto: 'https' },
    ['https://example.org', 'http://example.org'],
    ['https://example.org:8443'],
  ],
  [
    'a local installation',
    { host: 'localhost:3000' },
    ['http://localhost:3000'],
    ['http://localhost', 'http://localhost:3001', 'http://127.0.0.1:3000', 'http://localhost:3000@evil.example', 'localhost:3000', ''],
  ],
]

describe.each(SETUPS)('%s', (_name, setup, allowed, rejected) => {
  test.each(allowed)('allows a write from %s', async (origin) => {
    expect(await isAllowed(setup, origin)).toBe(true)
  })
  test.each(rejected)('rejects a write from %j', async (origin) => {
    expect(await isAllowed(setup, origin)).toBe(false)
  })
})
