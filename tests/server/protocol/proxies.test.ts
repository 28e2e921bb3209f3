/** Who a request comes from when proxies stand in front, as TRUST_PROXY names them; seen by whom a rate limit stops. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgotPasswordEndpoint } from '#features/accounts/account.contract.ts'
import { buildTestApp, openTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { TrustProxy } from '#platform/http/proxy.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import type { BuiltApp } from '#app/build-app.ts'

const MAX_REQUESTS = forgotPasswordEndpoint.rateLimit?.max ?? 0
/** The second proxy, as the first has seen it; whoever connects in a test is 127.0.0.1. */
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
const ask = async (told: string, url: string = forgotPasswordEndpoint.path, payload: object = {}) =>
  (await built?.app.inject({ method: 'POST', url, payload, headers: { 'x-forwarded-for': told } }))?.statusCode
/** Asks once too often. */
async function last(toldBy: (n: number) => string): Promise<number | undefined> {
  for (let n = 0; n < MAX_REQUESTS; n++) expect(await ask(toldBy(n))).toBe(400)
  return ask(toldBy(MAX_REQUESTS))
}

describe.each([
  ['counted', 2],
  ['by their addresses', ['127.0.0.0/8', `${OUTER}/28`]],
])('two proxies, %s', (_how, trust) => {
  test('two visitors are two, not the one proxy', async () => {
    await behind(trust)
    expect(await last(() => `198.51.100.7, ${OUTER}`)).toBe(429)
    expect(await ask(`198.51.100.8, ${OUTER}`)).toBe(400)
  })
  test('who writes addresses into the list is still one', async () => {
    await behind(trust)
    expect(await last((n) => `192.0.2.${n}, 198.51.100.7, ${OUTER}`)).toBe(429)
  })
})

describe('who is not believed', () => {
  test('with one proxy, the second is everybody', async () => {
    await behind(true)
    expect(await last((n) => `198.51.100.${n}, ${OUTER}`)).toBe(429)
  })
  test('without proxies, and from an address that is none of them, the list says nothing', async () => {
    for (const trust of [false, ['10.0.0.0/8']]) {
      await behind(trust)
      expect(await last((n) => `198.51.100.${n}`)).toBe(429)
    }
  })
})

test('a limit counts all addresses of an IPv6 network as one, and its neighbour as another', async () => {
  await behind(true)
  expect(await last((n) => `2001:db8:1:2:${n}::${n}`)).toBe(429)
  expect(await ask('2001:db8:1:3::1')).toBe(400)
})

test('guessing passwords from all addresses of an IPv6 network becomes slow, too', async () => {
  await behind(true)
  const guess = (n: number, network: string) => ask(`${network}:${n}::1`, '/api/sign-in', { username: 'somebody', password: 'wrong' })
  for (let n = 0; n < 5; n++) expect(await guess(n, '2001:db8:7:2')).toBe(401)
  expect(await guess(5, '2001:db8:7:2')).toBe(429)
  expect(await guess(6, '2001:db8:7:3')).toBe(401)
})

test('the address that a link is made of is the nearest proxy’s word', async () => {
  await behind(2)
  const headers = { host: 'inner.example', 'x-forwarded-host': 'forged.example, www.example.org', 'x-forwarded-proto': 'https' }
  const robots = await built?.app.inject({ url: '/robots.txt', headers })
  expect(robots?.body).toContain('Sitemap: https://www.example.org/sitemap.xml')
})
