/** Crawling from the comparison page finds one URL, or one per set of products for crawlers that ignore nofollow and robots.txt. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from '#features/products/product.factory.ts'
import type { Context } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'

const SLUGS = ['gamma', 'alpha', 'epsilon', 'beta', 'zeta', 'delta', 'eta']
/** Number of sets of one to four out of seven products. */
const SETS = 7 + 21 + 35 + 35
let opened: TestSites
let app: FastifyInstance
beforeAll(async () => {
  opened = await openTestSites({ content: 'empty' })
  const { app: built } = await buildTestApp({ sites: singleSiteDirectory(opened.main), pages: true })
  app = built
  const ctx = { db: opened.main.db, site: opened.main } as Context
  for (const slug of SLUGS) await makeProduct(ctx, { slug, categoryId: 2 })
})
afterAll(async () => {
  await app.close()
  await opened.close()
})

interface Obedience {
  obeysNofollow: boolean
  obeysRobots: boolean
}
/** Follows links to comparisons and returns the URLs found. */
async function crawl({ obeysNofollow, obeysRobots }: Obedience): Promise<string[]> {
  const robots = (await app.inject('/robots.txt')).body
  const closed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path)
  const seen = new Set(['/compare'])
  for (const path of seen) {
    const { body } = await app.inject(path)
    for (const [, attributes = ''] of body.matchAll(/<a ([^>]*)>/g)) {
      const href = /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? ''
      if (!/^\/compare(\?|$)/.test(href)) continue
      if (obeysNofollow && /rel="[^"]*\bnofollow\b/.test(attributes)) continue
      if (obeysRobots && closed.some((prefix) => href.startsWith(prefix))) continue
      seen.add(href)
    }
  }
  return [...seen]
}

describe('a crawler that starts at /compare', () => {
  test.each([
    { obeysNofollow: true, obeysRobots: true },
    { obeysNofollow: true, obeysRobots: false },
    { obeysNofollow: false, obeysRobots: true },
  ])('finds only that page with %o', async (obedience) => {
    expect(await crawl(obedience)).toEqual(['/compare'])
  })

  test('finds each set once if it ignores nofollow and robots.txt', async () => {
    const found = await crawl({ obeysNofollow: false, obeysRobots: false })
    const sets = found
      .filter((path) => path !== '/compare')
      .map((path) => new URLSearchParams(path.split('?')[1]).get('p')?.split(',') ?? [])
    expect(sets.length).toBeLessThanOrEqual(SETS)
    expect(sets.length).toBeGreaterThan(SETS / 2)
    expect(new Set(sets.map((slugs) => slugs.toSorted().join())).size).toBe(sets.length)
  })
})

describe('canonical URL of a comparison', () => {
  test.each([
    ['/compare?p=gamma,alpha', '/compare?p=alpha,gamma'],
    ['/compare?p=gamma%2Calpha&differences=1&find=tile', '/compare?p=alpha,gamma&differences=1&find=tile'],
    ['/compare?p=beta,%20alpha%20,beta', '/compare?p=alpha,beta'],
    ['/compare?utm_source=x&p=zeta,eta', '/compare?p=eta,zeta'],
  ])('%s redirects permanently to %s', async (url, canonical) => {
    const { statusCode, headers } = await app.inject(url)
    expect(statusCode).toBe(308)
    expect(headers['location']).toEqual(canonical)
  })
  test.each(['/compare', '/compare?p=', '/compare?p=alpha', '/compare?p=alpha,gamma', '/compare?p=alpha%2Cgamma&differences=1'])(
    '%s is not redirected',
    async (path) => expect((await app.inject(path)).statusCode).toBe(200),
  )
  test('more than four products are not reordered, and the page says which are shown', async () => {
    const { statusCode, body } = await app.inject('/compare?p=zeta,gamma,alpha,beta,delta')
    expect(statusCode).toBe(200)
    expect(body.includes('The first four are shown')).toBe(true)
    expect(body).not.toContain('href="/products/delta"')
  })
})
