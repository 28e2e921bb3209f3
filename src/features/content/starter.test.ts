import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { beforeAll, expect, test } from 'vitest'
import { CURRENCIES, CURRENCY_SYMBOLS, type Currency } from '#features/sites/currency.policy.ts'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { readContent, type ContentFiles } from './content.files.ts'
import { selectStarterContent } from './starter.policy.ts'

let all: ContentFiles
beforeAll(async () => {
  all = await readContent()
})
/** The demo content with this text as that of the first article that a starter has. */
const withText = (content: string): ContentFiles => ({
  ...all,
  articles: all.articles.map((one) => (one.slug === all.starter.articles[0] ? { ...one, content } : one)),
})
const textOf = (content: string, features = ALL_FEATURES_ON) => selectStarterContent(withText(content), { features }).articles[0]?.content
const textsOf = ({ articles, products, topics }: ContentFiles) => [
  ...articles.map(({ content }) => content),
  ...products.map(({ description }) => description),
  ...topics.map(({ content }) => content),
]

test('a welcome invites to write only where somebody can', () => {
  const invited = selectStarterContent(all).topics.map(({ content }) => content)
  expect(invited).toHaveLength(all.categories.length)
  for (const text of invited) expect(text).toMatch(/\. Say (how|which|what|when) /)
  expect(new Set(invited.map((text) => text.split('. Say ')[1])).size, 'each asks for something else').toBe(invited.length)
  expect(Object.keys(all.starter.welcome).toSorted()).toEqual(all.categories.map(({ slug }) => slug).toSorted())
  expect(invited.join(' ')).toContain('about EV chargers.')
  for (const { content } of selectStarterContent(all, { features: { ...ALL_FEATURES_ON, userAccounts: false } }).topics)
    expect(content).not.toMatch(/say what|would like to know|your|ask/i)
})

test('no text speaks of the demo’s own people', () => {
  for (const text of textsOf(selectStarterContent(all)))
    expect(text).not.toMatch(/\bour (reviews|reviewers|owners|forum|members|readers)\b/i)
  expect(textOf('Delivery is free. Owners in our reviews paid £650.50 for it. It is 12.5 kg.\n\nNext.')).toBe(
    'Delivery is free. It is 12.5 kg.\n\nNext.',
  )
  expect(textOf('One.\n\nWinifred asked [about a hatch](/forum/35). Two. There is [a column](/articles/expert/6) too.\n\nThree.')).toBe(
    'One.\n\n Two.\n\nThree.',
  )
  const [expert] = all.experts
  expect(textOf(`Measure twice. Then read what ${expert?.name.replace('Dr ', '')} wrote.`)).toBe('Measure twice.')
})

test('nobody is invented: no experts, and one plain line in their place', () => {
  const { experts, expertArticles, users, reviews, byline } = selectStarterContent(all)
  expect([experts, expertArticles, users, reviews]).toEqual([[], [], [], []])
  expect(byline).toMatch(/editor/i)
  const names = all.experts.map(({ name }) => name.replace('Dr ', ''))
  for (const text of nonEmpty(textsOf(selectStarterContent(all)))) expect(names.filter((name) => text.includes(name))).toEqual([])
})

test('examples are priced in the money of the site, and no word of them names another', () => {
  const prices = (currency?: Currency) => selectStarterContent(all, currency && { currency }).products.map(({ price }) => price)
  expect(prices()).toEqual(['£28,450', '£290 per panel', '£4,290', 'from £3,480', '£649', '£689'])
  expect(prices('gbp')).toEqual(prices())
  for (const currency of CURRENCIES) {
    const symbol = CURRENCY_SYMBOLS[currency]
    expect(prices(currency)).toEqual(prices().map((price) => price?.replace('£', symbol)))
    for (const { price, description, features, technicalSpecs } of selectStarterContent(all, { currency }).products) {
      const amounts = `${price}\n${description}\n${features}\n${technicalSpecs}`.match(/[A-Z]*[£€$](?=\d)/g) ?? []
      expect(new Set(amounts)).toEqual(new Set([symbol]))
    }
  }
})

test('two guides and one example in each category, and the home page is not bare', () => {
  const { articles, products } = selectStarterContent(all)
  for (const { slug } of all.categories) {
    expect([slug, articles.filter(({ category }) => category === slug).length]).toEqual([slug, 2])
    expect([slug, products.filter(({ category }) => category === slug).length]).toEqual([slug, 1])
  }
  expect(articles.filter(({ rating }) => rating >= 4).length).toBeGreaterThanOrEqual(6)
  for (const { slug, isFeatured, description } of products) {
    expect([slug, isFeatured]).toEqual([slug, true])
    expect(description).toMatch(/\n\nThis is an example: its maker is invented/)
  }
})

test('a starter that names what is not there is refused by name', () => {
  const missing = { ...all, starter: { ...all.starter, products: ['plover-granny-99'] } }
  expect(() => selectStarterContent(missing)).toThrow('starter.yaml names "plover-granny-99"')
})

test('a link to what is off, or to what is not there, becomes its words', () => {
  const [article] = selectStarterContent(all).articles
  const [product] = selectStarterContent(all).products
  const missing = all.products.find(({ slug }) => !selectStarterContent(all).products.some((one) => one.slug === slug))
  const there = `[a guide](/articles/${article?.slug}) and [one](/products/${product?.slug} "title")`
  expect(textOf(there)).toBe(there)
  expect(textOf(there, { ...ALL_FEATURES_ON, products: false })).toBe(`[a guide](/articles/${article?.slug}) and one`)
  expect(textOf(there, { ...ALL_FEATURES_ON, articles: false })).toBe(`a guide and [one](/products/${product?.slug} "title")`)
  expect(textOf(`[gone](/products/${missing?.slug}), [a site](/deploy)`)).toBe('gone, a site')
  expect(textOf('[ask](/forum)', { ...ALL_FEATURES_ON, forums: false })).toBe('ask')
  expect(textOf('[join](/sign-up?from=x)', { ...ALL_FEATURES_ON, userAccounts: false })).toBe('join')
  const outside = '[the table](https://example.org/forum/3) ![a picture](/art/a.svg) [terms](/about#terms)'
  expect(textOf(outside, { ...ALL_FEATURES_ON, forums: false, products: false })).toBe(outside)
})

test('whatever is off, no text of a starter leads there', () => {
  for (const off of ['products', 'articles', 'forums', 'userAccounts'] as const) {
    const section = { products: 'products|enquiry', articles: 'articles', forums: 'forum', userAccounts: 'sign-up|sign-in|account|user' }[
      off
    ]
    for (const text of textsOf(selectStarterContent(all, { features: { ...ALL_FEATURES_ON, [off]: false } })))
      expect(text).not.toMatch(new RegExp(`\\]\\(/(${section})\\b`))
  }
})
