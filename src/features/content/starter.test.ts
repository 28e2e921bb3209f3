import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { beforeAll, expect, test } from 'vitest'
import { CURRENCIES, CURRENCY_SYMBOLS, type Currency } from '#features/sites/currency.policy.ts'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { readContent, type ContentFiles } from './content.files.ts'
import { selectStarterContent } from './starter.policy.ts'

let allContent: ContentFiles
beforeAll(async () => {
  allContent = await readContent()
})
/** Returns the content files with this text in the first article of the starter content. */
const replaceFirstArticle = (content: string): ContentFiles => ({
  ...allContent,
  articles: allContent.articles.map((article) => (article.slug === allContent.starter.articles[0] ? { ...article, content } : article)),
})
const adaptArticle = (content: string, features = ALL_FEATURES_ON) =>
  selectStarterContent(replaceFirstArticle(content), { features }).articles[0]?.content
const listTexts = ({ articles, products, topics }: ContentFiles) => [
  ...articles.map(({ content }) => content),
  ...products.map(({ description }) => description),
  ...topics.map(({ content }) => content),
]

test('welcome topics invite visitors to write only if the site has user accounts', () => {
  const invitations = selectStarterContent(allContent).topics.map(({ content }) => content)
  expect(invitations).toHaveLength(allContent.categories.length)
  for (const text of invitations) expect(text).toMatch(/\. Say (how|which|what|when) /)
  expect(new Set(invitations.map((text) => text.split('. Say ')[1])).size, 'all differ').toBe(invitations.length)
  expect(Object.keys(allContent.starter.welcome).toSorted()).toEqual(allContent.categories.map(({ slug }) => slug).toSorted())
  expect(invitations.join(' ')).toContain('about EV chargers.')
  for (const { content } of selectStarterContent(allContent, { features: { ...ALL_FEATURES_ON, userAccounts: false } }).topics)
    expect(content).not.toMatch(/say what|would like to know|your|ask/i)
})

test('sentences about demo people are removed from starter texts', () => {
  for (const text of listTexts(selectStarterContent(allContent)))
    expect(text).not.toMatch(/\bour (reviews|reviewers|owners|forum|members|readers)\b/i)
  expect(adaptArticle('Delivery is free. Owners in our reviews paid £650.50 for it. It is 12.5 kg.\n\nNext.')).toBe(
    'Delivery is free. It is 12.5 kg.\n\nNext.',
  )
  expect(
    adaptArticle('One.\n\nWinifred asked [about a hatch](/forum/35). Two. There is [a column](/articles/expert/6) too.\n\nThree.'),
  ).toBe('One.\n\n Two.\n\nThree.')
  const [expert] = allContent.experts
  expect(adaptArticle(`Measure twice. Then read what ${expert?.name.replace('Dr ', '')} wrote.`)).toBe('Measure twice.')
})

test('the starter content has no experts, users and reviews, and articles have a neutral byline', () => {
  const { byline, ...starter } = selectStarterContent(allContent)
  expect(starter).toMatchObject({ experts: [], expertArticles: [], users: [], reviews: [] })
  expect(byline).toMatch(/editor/i)
  const names = allContent.experts.map(({ name }) => name.replace('Dr ', ''))
  for (const text of nonEmpty(listTexts(selectStarterContent(allContent)))) expect(names.filter((name) => text.includes(name))).toEqual([])
})

test('example products are priced in the site’s currency only', () => {
  const listPrices = (currency?: Currency) => selectStarterContent(allContent, currency && { currency }).products.map(({ price }) => price)
  expect(listPrices()).toEqual(['£28,450', '£290 per panel', '£4,290', 'from £3,480', '£649', '£689'])
  expect(listPrices('gbp')).toEqual(listPrices())
  for (const currency of CURRENCIES) {
    const symbol = CURRENCY_SYMBOLS[currency]
    expect(listPrices(currency)).toEqual(listPrices().map((price) => price?.replace('£', symbol)))
    for (const { price, description, features, technicalSpecs } of selectStarterContent(allContent, { currency }).products) {
      const amounts = `${price}\n${description}\n${features}\n${technicalSpecs}`.match(/[A-Z]*[£€$](?=\d)/g) ?? []
      expect(new Set(amounts)).toEqual(new Set([symbol]))
    }
  }
})

test('each category of the starter content has two guides and one featured example, and six articles are featured', () => {
  const { articles, products } = selectStarterContent(allContent)
  for (const { slug } of allContent.categories) {
    expect(articles.filter(({ category }) => category === slug).length, slug).toBe(2)
    expect(products.filter(({ category }) => category === slug).length, slug).toBe(1)
  }
  expect(articles.filter(({ rating }) => rating >= 4).length).toBeGreaterThanOrEqual(6)
  for (const { slug, isFeatured, description } of products) {
    expect(isFeatured, slug).toBe(true)
    expect(description).toMatch(/\n\nThis is an example: its maker is invented/)
  }
})

test('selectStarterContent throws an error for an unknown slug in starter.yaml', () => {
  const contentWithUnknownSlug = { ...allContent, starter: { ...allContent.starter, products: ['plover-granny-99'] } }
  expect(() => selectStarterContent(contentWithUnknownSlug)).toThrow('starter.yaml names "plover-granny-99"')
})

test('links in starter texts to disabled features and missing pages are replaced by their text', () => {
  const [article] = selectStarterContent(allContent).articles
  const [product] = selectStarterContent(allContent).products
  const excludedProduct = allContent.products.find(
    ({ slug }) => !selectStarterContent(allContent).products.some((starterProduct) => starterProduct.slug === slug),
  )
  const links = `[a guide](/articles/${article?.slug}) and [one](/products/${product?.slug} "title")`
  expect(adaptArticle(links)).toBe(links)
  expect(adaptArticle(links, { ...ALL_FEATURES_ON, products: false })).toBe(`[a guide](/articles/${article?.slug}) and one`)
  expect(adaptArticle(links, { ...ALL_FEATURES_ON, articles: false })).toBe(`a guide and [one](/products/${product?.slug} "title")`)
  expect(adaptArticle(`[gone](/products/${excludedProduct?.slug}), [a site](/deploy)`)).toBe('gone, a site')
  expect(adaptArticle('[ask](/forum)', { ...ALL_FEATURES_ON, forums: false })).toBe('ask')
  expect(adaptArticle('[join](/sign-up?from=x)', { ...ALL_FEATURES_ON, userAccounts: false })).toBe('join')
  const otherLinks = '[the table](https://example.org/forum/3) ![a picture](/art/a.svg) [terms](/about#terms)'
  expect(adaptArticle(otherLinks, { ...ALL_FEATURES_ON, forums: false, products: false })).toBe(otherLinks)
})

test('no starter text links to a disabled feature', () => {
  for (const disabledFeature of ['products', 'articles', 'forums', 'userAccounts'] as const) {
    const section = { products: 'products|enquiry', articles: 'articles', forums: 'forum', userAccounts: 'sign-up|sign-in|account|user' }[
      disabledFeature
    ]
    for (const text of listTexts(selectStarterContent(allContent, { features: { ...ALL_FEATURES_ON, [disabledFeature]: false } })))
      expect(text).not.toMatch(new RegExp(`\\]\\(/(${section})\\b`))
  }
})
