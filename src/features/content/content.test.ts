import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { readContent, type Content } from './content.files.ts'

let content: Content
beforeAll(async () => {
  content = await readContent()
})

describe('the content folder', () => {
  test('holds at least what a first visit needs', () => {
    const { articles, products, experts, topics, reviews } = content
    expect(articles.length).toBeGreaterThanOrEqual(8)
    expect(products.length).toBeGreaterThanOrEqual(15)
    expect(experts.length).toBeGreaterThanOrEqual(3)
    expect(topics.length).toBeGreaterThanOrEqual(12)
    expect(reviews.length).toBeGreaterThanOrEqual(40)
  })
  test('every article, product and expert has a picture with alternative text', () => {
    const pictures = [...content.articles.map(({ image }) => image), ...content.products.map(({ image }) => image), ...content.experts.map(({ avatar }) => avatar)]
    for (const picture of pictures) expect(content.alt[picture], picture).toBeTruthy()
  })
  test('products of a category name the same things in their specifications', () => {
    for (const { slug } of content.categories) {
      const sheets = content.products.filter(({ category }) => category === slug).map(({ technicalSpecs }) => technicalSpecs.trim().split('\n').map((line) => line.split(':')[0]))
      const shared = sheets.length ? sheets.reduce((common, labels) => common.filter((label) => labels.includes(label))) : []
      expect(sheets.length < 2 || shared.length >= 5, slug).toBe(true)
    }
  })
  test('GEN-05 prices are in pounds', () => {
    for (const { price, slug } of content.products) expect(price ?? '£', slug).toContain('£')
  })
  test('no sentence of an article appears twice', () => {
    const seen = new Map<string, string>()
    for (const { slug, content: text } of [...content.articles, ...content.expertArticles]) {
      const body = text.split(/^## Sources/m)[0] ?? ''
      for (const sentence of body.split(/(?<=[.?!])\s+/).filter((one) => one.length > 40)) {
        expect(seen.get(sentence) ?? slug, sentence).toBe(slug)
        seen.set(sentence, slug)
      }
    }
  })
})

describe('a new site', () => {
  const sites: TestSite[] = []
  afterAll(async () => {
    for (const site of sites) await site.close()
  })
  const open = async (kind: 'demo' | 'starter' | 'empty') => {
    const site = await openTestSite({ content: kind })
    sites.push(site)
    const count = async (table: 'articles' | 'products' | 'users' | 'reviews' | 'topics' | 'categories') =>
      (await site.ctx.db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
    return { site, count }
  }

  test('demo: everything, marked as demo content, and rows after it get new ids', async () => {
    const { site, count } = await open('demo')
    expect(await count('articles')).toBe(content.articles.length)
    expect(await count('reviews')).toBe(content.reviews.length)
    expect(site.ctx.site.settings.demoContent).toBe(true)
    const { id } = await site.ctx.db.insertInto('badges').values({ name: 'Another', level: 1 }).returning('id').executeTakeFirstOrThrow()
    expect(id).toBeGreaterThan(Math.max(...content.badges.map((badge) => badge.id)))
  })
  test('starter: two articles a category, six products, a welcome topic each, nobody invented', async () => {
    const { count } = await open('starter')
    expect(await count('articles')).toBe(12)
    expect(await count('products')).toBe(6)
    expect(await count('topics')).toBe(6)
    expect([await count('users'), await count('reviews')]).toEqual([1, 0])
  })
  test('empty: categories and the Community Guest', async () => {
    const { count } = await open('empty')
    expect([await count('categories'), await count('users'), await count('articles'), await count('products')]).toEqual([6, 1, 0, 0])
  })
})
