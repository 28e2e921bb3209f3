/** Who may call what: every registered endpoint is tried, so that a new one cannot be forgotten. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '#app/registry.ts'
import type { Endpoint } from '#platform/endpoint.ts'
import { openTestSite, signIn, type TestSite } from './support/test-site.ts'

let site: TestSite
let other: TestSite
const cookies = { admin: '', member: '', elsewhere: '' }

beforeAll(async () => {
  ;[site, other] = await Promise.all([openTestSite(), openTestSite()])
  cookies.admin = await signIn(site.ctx, { isAdmin: true })
  cookies.member = await signIn(site.ctx, { isAdmin: false })
  cookies.elsewhere = await signIn(other.ctx, { isAdmin: true })
})
afterAll(async () => {
  await site.close()
  await other.close()
})

/** Calls with something in every parameter, and nothing useful in the body: who may is asked before what. */
function knock({ method, path, maxFileBytes: bytes }: Endpoint, cookie?: string) {
  return site.app.inject({
    method,
    url: path.replace(/:\w+/g, '999999'),
    headers: { 'x-forwarded-for': '10.9.9.9', ...(cookie ? { cookie } : {}), ...(bytes ? { 'content-type': 'image/png' } : {}) },
    ...(method === 'GET' ? {} : { payload: bytes ? Buffer.from('x') : {} }),
  })
}
const named = (access: Endpoint['access']) =>
  apiRoutes
    .filter(({ endpoint }) => endpoint.access === access)
    .map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

test('SEC-05 there are endpoints of all three kinds, and every change to what is not one’s own is an administrator’s', () => {
  const open = apiRoutes
    .filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.access === 'public')
    .map(({ endpoint }) => endpoint.path)
  expect(open.toSorted()).toEqual(
    [
      '/api/admin/login',
      '/api/admin/login/passkey',
      '/api/claim',
      '/api/deployment',
      '/api/enquiries',
      '/api/enquiry-links',
      '/api/enquiry-status/:key',
      '/api/enquiry-status/:key/messages',
      '/api/enquiry-status/:key/withdraw',
      '/api/forum-replies',
      '/api/forums',
      '/api/launching/invitation',
      '/api/mail-events',
      '/api/mail-returned',
      '/api/newsletter',
      '/api/notice-leave/:key',
      '/api/page-views',
      '/api/email/confirm',
      '/api/email/link',
      '/api/newsletter/confirm',
      '/api/newsletter/one-click',
      '/api/newsletter/preferences',
      '/api/newsletter/unsubscribe',
      '/api/password-reset',
      '/api/password-reset/confirm',
      '/api/reviews',
      '/api/search/clicks',
      '/api/sign-in',
      '/api/sign-in/passkey',
      '/api/sign-in/passkey/challenge',
      '/api/sign-out',
      '/api/sign-up',
    ].toSorted(),
  )
  expect(named('admin').length).toBeGreaterThan(35)
  expect(named('member').length).toBeGreaterThan(10)
})

describe('SEC-05 SEC-06 an administrator’s call', () => {
  test.each(named('admin'))('%s', async (_name, endpoint) => {
    const answers = await Promise.all([
      knock(endpoint),
      knock(endpoint, cookies.member),
      knock(endpoint, cookies.elsewhere),
      knock(endpoint, 'isAdmin=true'),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 401, 401])
    expect(Object.keys(answers[0]?.json() as object)).toEqual(['message', 'code'])
    const own = await knock(endpoint, cookies.admin)
    expect([401, 403]).not.toContain(own.statusCode)
    expect(own.statusCode).toBeLessThan(500)
  })
})

describe('a member’s call', () => {
  test.each(named('member'))('%s', async (_name, endpoint) => {
    const answers = await Promise.all([knock(endpoint), knock(endpoint, cookies.elsewhere)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401])
  })
})

test('with a second factor demanded, an administrator without one gets no further', async () => {
  site.ctx.site.settings.adminSecondFactor = true
  for (const [, endpoint] of named('admin'))
    expect((await knock(endpoint, cookies.admin)).json()).toMatchObject({ code: 'auth.second_factor_needed' })
  site.ctx.site.settings.adminSecondFactor = false
})

test('SEC-13 a change that comes from another site is refused, whoever’s browser sends it', async () => {
  for (const { endpoint } of apiRoutes.filter((route) => route.endpoint.method !== 'GET')) {
    const url = endpoint.path.replace(/:\w+/g, '999999')
    const headers = { cookie: cookies.admin, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const answer = await site.app.inject({ method: endpoint.method, url, headers, payload: {} })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'request.cross_site'])
  }
})
