/** The client IP address behind reverse proxies, as TRUST_PROXY configures them; observed through the rate limit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgotPasswordEndpoint } from '#features/accounts/account.contract.ts'
import { buildTestApp, openTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { TrustProxy } from '#platform/http/proxy.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import type { BuiltApp } from '#app/build-app.ts'

const MAX_REQUESTS = forgotPasswordEndpoint.rateLimit?.max ?? 0
/** The second proxy, as the first has seen it; the connection itself comes from 127.0.0.1. */
const OUTER = '203.0.113.80'

let site: TestSite
let built: BuiltApp | undefined
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(async () => {
  await built?.app.close()
  await site.close()
})
async function behind(trustProxy: TrustProxy): Promise<void> {
  await built?.app.close()
  built = await buildTestApp({ trustProxy, sites: singleSiteDirectory(site.ctx.site) })
}
const ask = async (forwardedFor: string, url: string = forgotPasswordEndpoint.path, payload: object = {}) =>
  (await built?.app.inject({ method: 'POST', url, payload, headers: { 'x-forwarded-for': forwardedFor } }))?.statusCode
/** Sends one request over the limit and returns the status of the last. */
async function exceedLimit(forwardedForOf: (n: number) => string): Promise<number | undefined> {
  for (let n = 0; n < MAX_REQUESTS; n++) expect(await ask(forwardedForOf(n))).toBe(400)
  return ask(forwardedForOf(MAX_REQUESTS))
}

describe.each([
  ['by number of hops', 2],
  ['by their IP ranges', ['127.0.0.0/8', `${OUTER}/28`]],
])('with two proxies trusted %s', (_method, trust) => {
  test('limits two visitors separately', async () => {
    await behind(trust)
    expect(await exceedLimit(() => `198.51.100.7, ${OUTER}`)).toBe(429)
    expect(await ask(`198.51.100.8, ${OUTER}`)).toBe(400)
  })
  test('ignores addresses that the client itself put into X-Forwarded-For', async () => {
    await behind(trust)
    expect(await exceedLimit((n) => `192.0.2.${n}, 198.51.100.7, ${OUTER}`)).toBe(429)
  })
})

describe('untrusted X-Forwarded-For', () => {
  test('with one trusted proxy, requests through a second one count as one client', async () => {
    await behind(true)
    expect(await exceedLimit((n) => `198.51.100.${n}, ${OUTER}`)).toBe(429)
  })
  test('is ignored without proxies and from an address outside the trusted ranges', async () => {
    for (const trust of [false, ['10.0.0.0/8']]) {
      await behind(trust)
      expect(await exceedLimit((n) => `198.51.100.${n}`)).toBe(429)
    }
  })
})

test('a rate limit counts all addresses of an IPv6 /64 network as one client', async () => {
  await behind(true)
  expect(await exceedLimit((n) => `2001:db8:1:2:${n}::${n}`)).toBe(429)
  expect(await ask('2001:db8:1:3::1')).toBe(400)
})

test('password guesses from one IPv6 /64 network are limited together', async () => {
  await behind(true)
  const guess = (n: number, network: string) => ask(`${network}:${n}::1`, '/api/sign-in', { username: 'somebody', password: 'wrong' })
  for (let n = 0; n < 5; n++) expect(await guess(n, '2001:db8:7:2')).toBe(401)
  expect(await guess(5, '2001:db8:7:2')).toBe(429)
  expect(await guess(6, '2001:db8:7:3')).toBe(401)
})

test('absolute URLs use the host that the nearest trusted proxy forwarded', async () => {
  await behind(2)
  const headers = { host: 'inner.example', 'x-forwarded-host': 'forged.example, www.example.org', 'x-forwarded-proto': 'https' }
  const robots = await built?.app.inject({ url: '/robots.txt', headers })
  expect(robots?.body).toContain('Sitemap: https://www.example.org/sitemap.xml')
})
