import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NewArticle } from '#features/articles/editing/article-editing.contract.ts'
import { ENQUIRY_STATUSES } from '#features/enquiries/enquiry.contract.ts'
import { ProductForm } from '#features/products/editing/product-editing.contract.ts'
import { parsePriceAmount, parsePriceUnit } from '#features/products/prices/price.policy.ts'
import { parseSpecifications } from '#features/products/specifications/specification.policy.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { CONTENT_FOLDER, readContent, type ContentFiles } from './content.files.ts'

let content: ContentFiles
beforeAll(async () => {
  content = await readContent()
})

/** Returns how often each key occurs. */
const countOccurrences = <T extends string | number>(keys: T[]) =>
  Object.fromEntries([...new Set(keys)].map((key) => [key, keys.filter((candidate) => candidate === key).length]))

describe('quantities', () => {
  test('there are at least four articles per category, most for home efficiency, and six to eight are featured', () => {
    const { articles } = content
    expect(countOccurrences(articles.map(({ category }) => category))).toEqual({
      'electric-vehicles': 4,
      'solar-panels': 6,
      'battery-storage': 5,
      'home-efficiency': 19,
      'green-living': 5,
      'ev-chargers': 5,
    })
    const featured = articles.filter(({ rating }) => rating >= 4).length
    expect([6, 7, 8]).toContain(featured)
    expect(countOccurrences(articles.map(({ rating }) => rating))[0] ?? 0, 'articles without a rating').toBeGreaterThan(0)
    expect(articles.filter(({ publishedAt }) => Date.parse(publishedAt) > Date.now())).toEqual([])
  })
  test('there are six experts with two articles each', () => {
    const { experts, expertArticles } = content
    expect(countOccurrences(expertArticles.map(({ expert }) => expert))).toEqual(Object.fromEntries(experts.map(({ slug }) => [slug, 2])))
    expect(experts).toHaveLength(6)
    for (const { slug, interest } of experts) expect(interest, slug).toMatch(/\w{3}/)
  })
  test('there are seven products per category, and one in green living', () => {
    expect(countOccurrences(content.products.map(({ category }) => category))).toEqual({
      'electric-vehicles': 7,
      'solar-panels': 7,
      'battery-storage': 7,
      'home-efficiency': 7,
      'green-living': 1,
      'ev-chargers': 7,
    })
    const featured = content.products.filter(({ isFeatured }) => isFeatured).length
    expect([8, 9, 10]).toContain(featured)
  })
  test('there are 160 reviews of 30 products, from one star to five', () => {
    const counts = countOccurrences(content.reviews.map(({ product }) => product))
    expect(content.reviews).toHaveLength(160)
    expect(Object.keys(counts)).toHaveLength(30)
    expect(content.products).toHaveLength(36)
    expect(Math.min(...Object.values(counts))).toBe(1)
    expect(Math.max(...Object.values(counts))).toBe(14)
    const stars = countOccurrences(content.reviews.map(({ rating }) => rating))
    expect(Object.keys(stars).toSorted()).toEqual(['1', '2', '3', '4', '5'])
    // The mix is credible: most customers are satisfied, and some are not.
    expect((stars[4]! + stars[5]!) / 160).toBeGreaterThan(0.6)
    expect((stars[1]! + stars[2]!) / 160).toBeGreaterThan(0.14)
  })
  test('there are 60 topics in all categories with up to 14 replies, some without any', () => {
    const { topics, categories, users } = content
    expect(topics).toHaveLength(60)
    expect(new Set(topics.map(({ category }) => category))).toEqual(new Set(categories.map(({ slug }) => slug)))
    const replies = topics.map((topic) => topic.replies.length)
    expect(Math.max(...replies)).toBeLessThanOrEqual(14)
    expect(replies.filter((replyCount) => replyCount === 0).length).toBeGreaterThanOrEqual(8)
    expect(new Set(topics.map(({ author }) => author)).size).toBeGreaterThanOrEqual(30)
    expect(users).toHaveLength(40)
  })
  test('enquiries have all four statuses, and the about page has twelve sections and twelve questions', async () => {
    expect(content.enquiries).toHaveLength(9)
    expect(new Set(content.enquiries.map(({ status }) => status))).toEqual(new Set(ENQUIRY_STATUSES))
    const about = await readFile(join(CONTENT_FOLDER, 'about.md'), 'utf8')
    const sections = about.split(/^## /m).slice(1)
    expect(sections).toHaveLength(12)
    for (const section of sections) expect(section.length, section.slice(0, 40)).toBeGreaterThan(200)
    const faq = sections.find((section) => section.includes('{#faq}')) ?? ''
    expect(faq.match(/^### .+\?$/gm)).toHaveLength(12)
  })
})

describe('files', () => {
  test('reading reports the invalid file and its errors', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'content-'))
    try {
      await cp(CONTENT_FOLDER, folder, { recursive: true, filter: (path) => !path.endsWith('.svg') })
      const product = join(folder, 'products', 'lindow-dryer-8.yaml')
      await writeFile(product, (await readFile(product, 'utf8')).replace('isFeatured: true', 'isFeatured: perhaps'))
      await expect(readContent(folder)).rejects.toThrow(/lindow-dryer-8\.yaml:\n {2}isFeatured: This must be true or false/)
      await writeFile(join(folder, 'articles', 'loose.md'), 'No front matter.')
      await rm(product)
      await expect(readContent(folder)).rejects.toThrow(/loose\.md: starts with front matter/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
  test('every article, product, category and expert has a picture with unique alternative text', () => {
    const { articles, products, experts, categories, alt } = content
    const pictures = [
      ...[...articles, ...products].map(({ image }) => image),
      ...experts.map(({ avatar }) => avatar),
      ...categories.map(({ slug }) => `/art/categories/${slug}.svg`),
    ]
    const isOnDisk = (picture: string) => existsSync(join(CONTENT_FOLDER, picture))
    expect(pictures.filter((picture) => !isOnDisk(picture))).toEqual([])
    expect(pictures.filter((picture) => !alt[picture])).toEqual([])
    const texts = pictures.map((picture) => alt[picture] ?? '')
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
    for (const text of texts) expect(text).toMatch(/^[A-Z].{10,170}\.$/)
  })
  test('every drawing has alternative text, and every alternative text a drawing', async () => {
    const art = join(CONTENT_FOLDER, 'art')
    const drawings = (await readdir(art, { recursive: true }))
      .filter((name) => name.includes('/') && name.endsWith('.svg'))
      .map((name) => `/art/${name}`)
    expect(Object.keys(content.alt).toSorted()).toEqual(drawings.toSorted())
  })
})

describe('products', () => {
  /** Labels that only one product has, because its category has no other product of that kind. */
  const UNIQUE_LABELS: Record<string, string[]> = {
    'marlow-cylinder-210': ['Volume', 'Coil area', 'Standing heat loss', 'Energy class', 'Maximum pressure'],
    'kestrel-zone-thermostat': ['Zones', 'Accuracy', 'Battery life', 'Receiver contact'],
  }

  test('products of a category share the labels of their specifications', () => {
    for (const { slug: category } of content.categories) {
      const sheets = content.products
        .filter((product) => product.category === category)
        .map(({ slug, technicalSpecs }) => ({ slug, lines: parseSpecifications(technicalSpecs, category) }))
      const uses = countOccurrences(sheets.flatMap(({ lines }) => lines.map(({ label }) => label)))
      for (const { slug, lines } of sheets) {
        expect(new Set(lines.map(({ label }) => label)).size, `${slug} has unique labels`).toBe(lines.length)
        expect(
          lines.filter(({ value }) => !value),
          slug,
        ).toEqual([])
        if (sheets.length === 1) continue
        expect(
          lines.map(({ label }) => label).filter((label) => uses[label] === 1),
          slug,
        ).toEqual(UNIQUE_LABELS[slug] ?? [])
      }
      const shared = Object.entries(uses).filter(([, useCount]) => useCount === sheets.length)
      expect(shared.length, category).toBeGreaterThanOrEqual(8)
    }
  })
  test('numeric specs of a category have the same unit in all products', () => {
    const numericLabels: Record<string, string[]> = {
      'electric-vehicles': [
        'Seats',
        'Usable battery',
        'Official range (WLTP)',
        'Consumption (WLTP)',
        'Motor',
        'AC charging',
        'Fastest DC charging',
        'DC charging 10 to 80%',
        'Boot',
        'Length',
        'Kerb weight',
        'Vehicle warranty',
        'Battery warranty',
      ],
      'solar-panels': [
        'Panel power',
        'Module efficiency',
        'Weight',
        'Open-circuit voltage',
        'Temperature coefficient',
        'Maximum snow load',
        'Product warranty',
      ],
      'battery-storage': ['Usable capacity', 'Continuous power', 'Peak power', 'Round-trip efficiency', 'Weight', 'Warranty'],
      'home-efficiency': ['Weight', 'Power supply', 'Maximum power', 'Warranty'],
      'green-living': ['Capacity', 'Maximum power', 'Noise', 'Weight', 'Warranty'],
      'ev-chargers': ['Charging power', 'Outlets', 'Weight', 'Warranty'],
    }
    for (const { slug, category, technicalSpecs } of content.products) {
      const lines = parseSpecifications(technicalSpecs, category)
      for (const label of numericLabels[category] ?? []) {
        const spec = lines.find((candidate) => candidate.label === label)
        const firstProduct = content.products.find((candidate) => candidate.category === category)!
        const firstSpec = parseSpecifications(firstProduct.technicalSpecs, category).find((candidate) => candidate.label === label)
        expect(spec?.number, `${slug}: ${label}`).toBeTypeOf('number')
        expect(spec?.unit, `${slug}: ${label}`).toBe(firstSpec?.unit)
      }
    }
  })
  test('GEN-05 prices are in pounds and of all kinds; exactly one product has none', () => {
    const prices = content.products.map(({ price }) => price)
    expect(prices.filter((price) => price === null)).toHaveLength(1)
    const statedPrices = prices.filter((price) => price !== null)
    for (const price of statedPrices) {
      expect(price).toMatch(/^(from )?£\d/)
      expect(parsePriceAmount(price)).toBeGreaterThan(0)
    }
    expect(new Set(statedPrices.map((price) => parsePriceUnit(price)))).toEqual(new Set(['once', 'month', 'panel', 'other']))
    expect(statedPrices.some((price) => price.startsWith('from '))).toBe(true)
    expect(statedPrices.some((price) => price.includes('–'))).toBe(true)
  })
  test('a description opens with a one-sentence paragraph and has at least two more paragraphs', () => {
    for (const { slug, description, features } of content.products) {
      const [opening = '', ...more] = description.trim().split(/\n\n/)
      expect(opening, slug).toMatch(/^[A-Z].{30,200}\.$/)
      expect(more.length, slug).toBeGreaterThanOrEqual(2)
      expect(features.trim().split('\n').length, slug).toBeGreaterThanOrEqual(5)
    }
  })
})

describe('a new site', () => {
  const sites: TestSite[] = []
  afterAll(async () => {
    for (const site of sites) await site.close()
  })
  const openSite = async (kind: 'demo' | 'starter' | 'empty') => {
    const site = await openTestSite({ content: kind })
    sites.push(site)
    const count = async (table: 'articles' | 'products' | 'users' | 'reviews' | 'topics' | 'categories') =>
      (
        await site.ctx.db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n
    return { site, count }
  }

  test('demo: has all content, marked as demo content, and later rows get new ids', async () => {
    const { site, count } = await openSite('demo')
    expect(await count('articles')).toBe(content.articles.length)
    expect(await count('reviews')).toBe(content.reviews.length)
    expect(site.ctx.site.settings.demoContent).toBe(true)
    const { id } = await site.ctx.db.insertInto('badges').values({ name: 'Another', level: 1 }).returning('id').executeTakeFirstOrThrow()
    expect(id).toBeGreaterThan(Math.max(...content.badges.map((badge) => badge.id)))
  })
  test('starter: has two articles, a product and a welcome topic per category, and no invented people', async () => {
    const { site, count } = await openSite('starter')
    expect(await count('articles')).toBe(12)
    expect(await site.ctx.db.selectFrom('experts').select('name').execute()).toEqual([])
    const bylines = await site.ctx.db.selectFrom('articles').select(['author_id', 'author_name']).distinct().execute()
    expect(bylines).toEqual([{ author_id: null, author_name: 'The editor' }])
    expect(await count('products')).toBe(6)
    expect(await count('topics')).toBe(6)
    expect(await count('users')).toBe(1)
    expect(await count('reviews')).toBe(0)
  })
  test.each(['demo', 'starter'] as const)('%s: all content passes the validation of the back-office', async (kind) => {
    const { db } = (await openSite(kind)).site.ctx
    const articles = await db
      .selectFrom('articles as a')
      .leftJoin('experts as e', 'e.id', 'a.author_id')
      .select(['a.title', 'a.slug', 'a.content', 'a.summary', 'a.rating', 'a.status', 'a.category_id as categoryId'])
      .select((eb) => [
        'a.featured_image as featuredImage',
        'a.image_alt as imageAlt',
        eb.fn.coalesce('a.author_name', 'e.name').as('authorName'),
      ])
      .execute()
    const products = await db
      .selectFrom('products')
      .select(['name', 'slug', 'description', 'price', 'image', 'features'])
      .select(['image_alt as imageAlt', 'technical_specs as technicalSpecs', 'category_id as categoryId'])
      .execute()
    const invalid = [
      ...articles.map((article) => [article.slug, NewArticle.safeParse(article).error?.issues] as const),
      // The form requires a price, and one demo product deliberately has none.
      ...products.map(
        (product) => [product.slug, ProductForm.safeParse({ ...product, price: product.price ?? '£1' }).error?.issues] as const,
      ),
    ].filter(([, issues]) => issues)
    expect(invalid).toEqual([])
  })
  test('empty: has only the categories and the Community Guest', async () => {
    const { count } = await openSite('empty')
    expect(await count('categories')).toBe(6)
    expect(await count('users')).toBe(1)
    expect(await count('articles')).toBe(0)
    expect(await count('products')).toBe(0)
  })
})
