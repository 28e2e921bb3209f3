/** No response splits a surrogate pair: every page and every GET of a site whose texts consist of emoji. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoutes } from '#app/registry.ts'
import type { BuiltApp } from '#app/build-app.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { dailyPathsOf, OFFICE, OWN, PUBLIC } from '#tests/e2e/every-page.ts'
import { fillSite } from '#tests/support/fill-site.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { isStreamed } from '#platform/contract/endpoint.ts'

const ADMIN: Viewer = { id: 2, isAdmin: true, hasSecondFactor: true }
/** A lone surrogate becomes U+FFFD in UTF-8 and `\\ud83d` in JSON. */
const HALF = /\ufffd|\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}/i
/** Texts of even and odd offset: a cut at any fixed number of code units splits a pair in one of them. */
const even = (length: number) => '🚗'.repeat((length - 10) / 2)
const odd = (length: number) => `x${even(length)}`

let home: TestSites
let built: BuiltApp
let filled: string[]
let viewer: Viewer | null = ADMIN
beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  built = await buildTestApp({ sites: singleSiteDirectory(home.main), pages: true, actAs: () => viewer })
  filled = [...(await fillSite(built.app, even)), ...(await fillSite(built.app, odd))]
  await fillOthers()
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

async function fillOthers() {
  for (const [at, text] of [even, odd].entries()) {
    const post = async (url: string, payload: object) => {
      const { statusCode, body } = await built.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'x-forwarded-for': `10.201.0.${at}` },
      })
      expect(`${url} ${statusCode} ${statusCode >= 300 ? body : ''}`).toBe(`${url} 201 `)
    }
    await post('/api/reviews', { productId: at + 1, rating: 5, title: text(100), content: text(2000) })
    await post('/api/enquiries', {
      productId: 1,
      name: text(80),
      email: `half-${at}@example.org`,
      phone: '0123456789012',
      address: `1 Road\n${text(100)}`,
      message: text(2000),
    })
    await post('/api/admin/newsletter/issues', {
      subject: text(120),
      intro: text(1000),
      entries: [{ title: text(150), text: text(500), url: '/' }],
    })
  }
}

const plainCalls = apiRoutes
  .filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.path.includes(':') && !isStreamed(endpoint))
  .map(({ endpoint }) => endpoint.path)
const long = encodeURIComponent(odd(300))
const SEARCHES = ['/articles', '/products', '/forum', '/search', '/compare'].flatMap((path) =>
  [long, encodeURIComponent(even(300))].flatMap((text) => [`${path}?search=${text}&q=${text}&find=${text}&category=${text}`]),
)

test('no page and no API response contains half a character', async () => {
  const paths = [...filled, ...plainCalls, ...SEARCHES, ...[PUBLIC, OWN, OFFICE].flatMap(dailyPathsOf), `/forum?title=${long}&content=x`]
  const found: string[] = []
  for (const url of new Set(paths)) {
    viewer = ADMIN
    const { body } = await built.app.inject({ url })
    const at = body.search(HALF)
    if (at >= 0) found.push(`${url}: ${body.slice(Math.max(0, at - 80), at + 20)}`)
  }
  expect(found).toEqual([])
})

test('no stored mail and no audit entry contains half a character', async () => {
  const mails = await home.main.db.selectFrom('mails').selectAll().execute()
  const records = await home.main.db.selectFrom('audit_entries').selectAll().execute()
  expect(mails.length).toBeGreaterThan(0)
  expect([...mails, ...records].filter((row) => HALF.test(JSON.stringify(row)))).toEqual([])
})
