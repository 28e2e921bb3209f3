/** A switched-off feature is off everywhere: endpoints, pages and links. */
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FeatureName, Site, Viewer } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import type { BuiltApp } from '#app/build-app.ts'

const ADMIN: Viewer = { id: 2, isAdmin: true, hasSecondFactor: true }

let home: TestSites
let built: BuiltApp
let viewer: Viewer | null = null
beforeAll(async () => void (home = await openTestSites({ content: 'demo' })))
afterAll(async () => {
  await built.app.close()
  await home.close()
})

/** Rebuilds the app, because settings are not expected to change while a server runs with cached pages. */
async function openWith(settings: Partial<Site['settings']>): Promise<void> {
  await built?.app.close()
  viewer = null
  Object.assign(
    home.main.settings,
    { features: ALL_FEATURES_ON, region: null, language: 'en-GB', currency: 'gbp', name: 'Net Zero' },
    settings,
  )
  built = await buildTestApp({ sites: singleSiteDirectory(home.main), pages: true, actAs: () => viewer })
}
const off = (feature: FeatureName) => openWith({ features: { ...ALL_FEATURES_ON, [feature]: false } })
const get = (url: string, host = 'localhost') => built.app.inject({ url, headers: { host } })
const post = (url: string, payload: object) => built.app.inject({ method: 'POST', url, payload })

const FEATURES: { feature: FeatureName; links: RegExp; words: string[] }[] = [
  {
    feature: 'products',
    links: /href="\/(products|enquiry)\b/,
    words: ['Top Rated Products', 'Recent User Reviews'],
  },
  {
    feature: 'articles',
    links: /href="\/articles(?!\/expert\/)/,
    words: ['Featured Articles', 'Browse Guides', 'Search articles', 'Write for us'],
  },
  {
    feature: 'forums',
    links: /href="\/forum\b/,
    words: ['Popular Forum Topics', 'discussion from the forum'],
  },
  { feature: 'tools', links: /href="\/tools/, words: ['Calculators for your own home'] },
  { feature: 'expertAdvice', links: /href="\/articles\/expert\//, words: ['Expert Advice'] },
  {
    feature: 'userAccounts',
    links: /href="\/(sign-up|sign-in|user)\b/,
    words: ['Sign Up Free', 'Join Our Community', 'Join Community', '>Profile<'],
  },
]

describe.each(FEATURES)('DEPLOY-07 $feature switched off', ({ feature, links, words }) => {
  beforeAll(() => off(feature))

  test('the home, category and about pages show no link or text of the feature', async () => {
    for (const page of ['/', '/category/solar-panels', '/about']) {
      const { statusCode, body } = await get(page)
      const html = body.slice(0, body.indexOf('<script id="boot"'))
      expect(statusCode, page).toBe(200)
      expect(links.exec(html), page).toBe(null)
      for (const word of words) expect(html.includes(word), `${page} ${word}`).toBe(false)
    }
  })
})

test('with every feature on, each of those links and texts is present', async () => {
  await openWith({})
  const { body } = await get('/')
  for (const { links, words } of FEATURES) {
    expect(body).toMatch(links)
    for (const word of words) expect(body.includes(word), word).toBe(true)
  }
})

test('a category counts only enabled features', async () => {
  await off('products')
  expect((await get('/category/solar-panels')).body).not.toMatch(/<\/b> products?</)
  await off('articles')
  expect((await get('/category/solar-panels')).body).not.toMatch(/<\/b> guides?</)
})

test('the dashboard counts only enabled features', async () => {
  await off('products')
  viewer = ADMIN
  const { counts } = (await get('/api/admin/dashboard')).json()
  expect(counts.map(({ name }: { name: string }) => name)).toEqual(['articles', 'forums', 'users'])
})

describe('DEPLOY-12 posting without user accounts', () => {
  const posts: [string, object][] = [
    ['/api/forums', { title: 'A question', content: 'Words', categoryId: 1 }],
    ['/api/forum-replies', { content: 'An answer', forumId: 1 }],
    ['/api/reviews', { productId: 1, rating: 4, title: 'Good', content: 'Words' }],
  ]
  beforeAll(() => off('userAccounts'))

  test('is possible for administrators', async () => {
    viewer = ADMIN
    for (const [url, body] of posts) expect((await post(url, body)).statusCode, url).toBe(201)
  })

  test('is refused for guests and members, and pages explain it in place of the forms', async () => {
    for (const actor of [null, { id: 3, isAdmin: false }]) {
      viewer = actor
      for (const [url, body] of posts) {
        const response = await post(url, body)
        expect([response.statusCode, response.json().code, response.json().message]).toEqual([
          403,
          'accounts.off',
          'Posting is switched off on this site.',
        ])
      }
    }
    viewer = null
    for (const page of ['/forum', '/forum/1', '/products/wayside-post-7?tab=reviews']) {
      const { statusCode, body } = await get(page)
      expect([page, statusCode, body.includes('Posting is switched off on this site.')]).toEqual([page, 200, true])
      expect(body).not.toContain('<textarea')
      expect(body).not.toContain('href="/about#guidelines"')
    }
  })
})

describe('DEPLOY-12 profiles without user accounts', () => {
  beforeAll(() => off('userAccounts'))

  test('existing posts keep their author’s name without a link', async () => {
    for (const page of ['/forum/1', '/products/plover-home-7?tab=reviews', '/articles/winter-range']) {
      const { statusCode, body } = await get(page)
      expect(statusCode, page).toBe(200)
      expect(body).not.toMatch(/\/user\/\d/)
    }
    expect((await get('/forum/1')).body).toMatch(/class="\w+_replyName">[^<]+<\/bdi>/)
  })

  test('accounts are visible to administrators only', async () => {
    expect((await get('/api/users')).statusCode).toBe(404)
    expect((await get('/share/user/2.png')).statusCode).toBe(404)
    viewer = ADMIN
    expect((await get('/api/users')).json().length).toBeGreaterThan(1)
    const { activity } = (await get('/api/admin/dashboard')).json()
    expect(JSON.stringify(activity)).not.toMatch(/\/user\//)
    viewer = null
  })
})

describe('DEPLOY-05 DEPLOY-06 a site in another region', () => {
  const host = 'rue-verte.sustainable-tech.localhost:3000'
  beforeAll(() => openWith({ name: 'Rue Verte', region: 'eu', language: 'en-IE', currency: 'eur' }))

  test('has its name, URL and language in the head of every page', async () => {
    for (const page of ['/', '/articles', '/forum', '/products', '/about', '/products/wayside-post-7']) {
      const { body } = await get(page, host)
      expect(body).toContain('<html lang="en-IE">')
      expect(body).toMatch(/<title>([^<]* \| )?Rue Verte [^<]*<\/title>/)
      expect(body).toContain('<meta property="og:site_name" content="Rue Verte"/>')
      expect(body).toContain('<meta property="og:locale" content="en_IE"/>')
      expect(body).toContain(`<link rel="canonical" href="http://${host}${page === '/' ? '/' : page}"/>`)
      expect(body).toContain(`<meta property="og:url" content="http://${host}${page}"/>`)
      expect(body).not.toContain('Net Zero Technologies')
    }
  })

  test('formats dates and prices for its region', async () => {
    const { body } = await get('/')
    expect(body).toContain('€9,000')
    expect(body).not.toContain('£9,000')
    expect(body).toMatch(/>\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d</)
    await home.main.db.updateTable('products').set({ price: null }).where('slug', '=', 'wayside-post-7').execute()
    built.caches.invalidate(home.main.id, ['products'])
    expect((await get('/products/wayside-post-7')).body).toContain('€POA')
    const { id } = (await get('/api/products/wayside-post-7')).json()
    const enquiry = { name: 'Ada', email: 'ada@example.org', phone: '020 7946 0000', address: '1 High Street', productId: id }
    expect((await post('/api/enquiries', enquiry)).json()).toMatchObject({ productPrice: '€POA' })
  })
})
