/** User-written text takes its direction from its own letters: it is in a `bdi` or an element with `dir="auto"` on every page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltApp } from '#app/build-app.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { dailyPathsOf, OWN } from '#tests/e2e/every-page.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'

const ADMIN: Viewer = { id: 2, isAdmin: true, hasSecondFactor: true }
const TEXT = 'مضخة حرارية'
const RTL = /\p{Script=Arabic}/u
/** Elements that cannot contain markup or are not rendered. */
const PLAIN = new Set(['title', 'option', 'textarea', 'script', 'style', 'template'])
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])

let home: TestSites
let built: BuiltApp
let viewer: Viewer | null = ADMIN
let member: Viewer
let paths: string[]

beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  built = await buildTestApp({ sites: singleSiteDirectory(home.main), pages: true, actAs: () => viewer })
  member = await makeUser({ db: home.main.db }, { displayName: `${TEXT} عضو`, points: 500 })
  paths = await fill()
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

async function fill(): Promise<string[]> {
  const post = async (url: string, payload: object) => {
    const { statusCode, body } = await built.app.inject({ method: 'POST', url, payload })
    expect(`${url} ${statusCode} ${statusCode >= 300 ? body : ''}`).toBe(`${url} 201 `)
    return JSON.parse(body) as { id: number; slug: string }
  }
  const article = await post('/api/articles', {
    title: TEXT,
    slug: 'rtl-article',
    content: `${TEXT}\n\n${TEXT}`,
    summary: TEXT,
    authorName: TEXT,
    categoryId: 1,
  })
  const product = await post('/api/products', {
    name: TEXT,
    slug: 'rtl-product',
    description: TEXT,
    categoryId: 1,
    price: '£100',
    features: `${TEXT}\n${TEXT}`,
    technicalSpecs: `${TEXT}: ${TEXT}`,
    isFeatured: true,
  })
  viewer = member
  const topic = await post('/api/forums', { title: TEXT, content: TEXT, categoryId: 1 })
  await post('/api/forum-replies', { content: TEXT, forumId: topic.id })
  await post('/api/reviews', { productId: product.id, rating: 5, title: TEXT, content: TEXT })
  await post('/api/enquiries', {
    productId: product.id,
    name: TEXT,
    email: 'rtl@example.org',
    phone: '0123456789012',
    address: TEXT,
    message: TEXT,
  })
  viewer = ADMIN
  return [
    '/',
    '/articles',
    `/articles/${article.slug}`,
    '/products',
    `/products/${product.slug}`,
    `/products/${product.slug}?tab=reviews`,
    `/products/${product.slug}?tab=specifications`,
    `/compare?p=${product.slug},wayside-post-7`,
    `/enquiry/${product.slug}`,
    '/forum',
    `/forum/${topic.id}`,
    `/user/${member.id}`,
    '/category/green-living',
    `/search?q=${encodeURIComponent(TEXT)}`,
    ...dailyPathsOf(OWN),
  ]
}

/** @returns each Arabic text without its own direction, with its ancestor elements */
function findTextWithoutDirection(html: string): string[] {
  const found: string[] = []
  const open: { name: string; hasDirection: boolean }[] = []
  for (const [, end, name = '', attributes = '', text] of html.matchAll(/<(\/?)([a-zA-Z][\w-]*)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) {
      const isPlain = open.some((one) => PLAIN.has(one.name))
      if (RTL.test(text) && !isPlain && !open.some(({ hasDirection }) => hasDirection))
        found.push(
          `${open
            .slice(-4)
            .map((one) => one.name)
            .join(' > ')}: ${text.slice(0, 40)}`,
        )
    } else if (end) {
      while (open.length > 0 && open.pop()?.name !== name);
    } else if (!VOID.has(name) && !attributes.endsWith('/')) {
      open.push({ name, hasDirection: name === 'bdi' || /\sdir="auto"/.test(attributes) })
    }
  }
  return found
}

test('Arabic text has its own direction on every page, for visitors and members', async () => {
  const found: string[] = []
  const seen = new Set<string>()
  for (const actor of [null, member])
    for (const url of paths) {
      viewer = actor
      const { body } = await built.app.inject({ url })
      const html = body.replaceAll(/<(script|style)\b[^]*?<\/\1>|<!--[^]*?-->/g, '')
      if (RTL.test(html)) seen.add(url)
      found.push(...findTextWithoutDirection(html).map((one) => `${url} (${actor ? 'member' : 'visitor'}): ${one}`))
    }
  expect(found).toEqual([])
  for (const url of ['/', '/forum', '/products', '/articles', '/account']) expect([...seen]).toContain(url)
})
