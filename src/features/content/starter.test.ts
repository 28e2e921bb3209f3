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
/** The demo content with this text in the first article of the starter content. */
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

test('welcome topics invite to write only with user accounts', () => {
  const invitations = selectStarterContent(all).topics.map(({ content }) => content)
  expect(invitations).toHaveLength(all.categories.length)
  for (const text of invitations) expect(text).toMatch(/\. Say (how|which|what|when) /)
  expect(new Set(invitations.map((text) => text.split('. Say ')[1])).size, 'all differ').toBe(invitations.length)
  expect(Object.keys(all.starter.welcome).toSorted()).toEqual(all.categories.map(({ slug }) => slug).toSorted())
  expect(invitations.join(' ')).toContain('about EV chargers.')
  for (const { content } of selectStarterContent(all, { features: { ...ALL_FEATURES_ON, userAccounts: false } }).topics)
    expect(content).not.toMatch(/say what|would like to know|your|ask/i)
})

test('sentences about demo people are removed', () => {
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

test('there are no experts, users and reviews, and articles have a neutral byline', () => {
  const { byline, ...starter } = selectStarterContent(all)
  expect(starter).toMatchObject({ experts: [], expertArticles: [], users: [], reviews: [] })
  expect(byline).toMatch(/editor/i)
  const names = all.experts.map(({ name }) => name.replace('Dr ', ''))
  for (const text of nonEmpty(textsOf(selectStarterContent(all)))) expect(names.filter((name) => text.includes(name))).toEqual([])
})

test('example products are priced in the site’s currency only', () => {
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

test('each category has two guides and one featured example, and six articles are featured', () => {
  const { articles, products } = selectStarterContent(all)
  for (const { slug } of all.categories) {
    expect(articles.filter(({ category }) => category === slug).length, slug).toBe(2)
    expect(products.filter(({ category }) => category === slug).length, slug).toBe(1)
  }
  expect(articles.filter(({ rating }) => rating >= 4).length).toBeGreaterThanOrEqual(6)
  for (const { slug, isFeatured, description } of products) {
    expect(isFeatured, slug).toBe(true)
    expect(description).toMatch(/\n\nThis is an example: its maker is invented/)
  }
})

test('an unknown slug in starter.yaml is an error', () => {
  const missing = { ...all, starter: { ...all.starter, products: ['plover-granny-99'] } }
  expect(() => selectStarterContent(missing)).toThrow('starter.yaml names "plover-granny-99"')
})

test('links to disabled features and missing pages are replaced by their text', () => {
  const [article] = selectStarterContent(all).articles
  const [product] = selectStarterContent(all).products
  const missing = all.products.find(({ slug }) => !selectStarterContent(all).products.some((one) => one.slug === slug))
  const links = `[a guide](/articles/${article?.slug}) and [one](/products/${product?.slug} "title")`
  expect(textOf(links)).toBe(links)
  expect(textOf(links, { ...ALL_FEATURES_ON, products: false })).toBe(`[a guide](/articles/${article?.slug}) and one`)
  expect(textOf(links, { ...ALL_FEATURES_ON, articles: false })).toBe(`a guide and [one](/products/${product?.slug} "title")`)
  expect(textOf(`[gone](/products/${missing?.slug}), [a site](/deploy)`)).toBe('gone, a site')
  expect(textOf('[ask](/forum)', { ...ALL_FEATURES_ON, forums: false })).toBe('ask')
  expect(textOf('[join](/sign-up?from=x)', { ...ALL_FEATURES_ON, userAccounts: false })).toBe('join')
  const outside = '[the table](https://example.org/forum/3) ![a picture](/art/a.svg) [terms](/about#terms)'
  expect(textOf(outside, { ...ALL_FEATURES_ON, forums: false, products: false })).toBe(outside)
})

test('no starter text links to a disabled feature', () => {
  for (const off of ['products', 'articles', 'forums', 'userAccounts'] as const) {
    const section = { products: 'products|enquiry', articles: 'articles', forums: 'forum', userAccounts: 'sign-up|sign-in|account|user' }[
      off
    ]
    for (const text of textsOf(selectStarterContent(all, { features: { ...ALL_FEATURES_ON, [off]: false } })))
      expect(text).not.toMatch(new RegExp(`\\]\\(/(${section})\\b`))
  }
})
