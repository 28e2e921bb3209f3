import { beforeAll, expect, test } from 'vitest'
import { readContent, type Content } from './content.files.ts'
import { starterOf } from './starter.policy.ts'

const ON = { products: true, articles: true, forums: true, expertAdvice: true, userAccounts: true }
let all: Content
beforeAll(async () => {
  all = await readContent()
})
/** The demo content with this text as its first article's. */
const withText = (content: string): Content => ({ ...all, articles: all.articles.map((one, at) => (at === 0 ? { ...one, content } : one)) })
const textOf = (content: string, features = ON) => starterOf(withText(content), features).articles[0]?.content
const textsOf = ({ articles, products, topics }: Content) => [
  ...articles.map(({ content }) => content),
  ...products.map(({ description }) => description),
  ...topics.map(({ content }) => content),
]

test('a welcome invites to write only where somebody can', () => {
  const invited = starterOf(all).topics.map(({ content }) => content)
  expect(invited).toHaveLength(all.categories.length)
  for (const text of invited) expect(text).toContain('Say what you have')
  expect(invited.join(' ')).toContain('about EV chargers.')
  for (const { content } of starterOf(all, { ...ON, userAccounts: false }).topics)
    expect(content).not.toMatch(/say what|would like to know|your|ask/i)
})

test('no text speaks of the demo’s own people', () => {
  for (const text of textsOf(starterOf(all))) expect(text).not.toMatch(/\bour (reviews|reviewers|owners|forum|members|readers)\b/i)
  expect(textOf('Delivery is free. Owners in our reviews paid £650.50 for it. It is 12.5 kg.\n\nNext.')).toBe(
    'Delivery is free. It is 12.5 kg.\n\nNext.',
  )
})

test('a link to what is off, or to what is not there, becomes its words', () => {
  const [article] = starterOf(all).articles
  const [product] = starterOf(all).products
  const missing = all.products.find(({ slug }) => !starterOf(all).products.some((one) => one.slug === slug))
  const there = `[a guide](/articles/${article?.slug}) and [one](/products/${product?.slug} "title")`
  expect(textOf(there)).toBe(there)
  expect(textOf(there, { ...ON, products: false })).toBe(`[a guide](/articles/${article?.slug}) and one`)
  expect(textOf(there, { ...ON, articles: false })).toBe(`a guide and [one](/products/${product?.slug} "title")`)
  expect(textOf(`[gone](/products/${missing?.slug}), [a topic](/forum/3), [Rosie](/user/4)`)).toBe('gone, a topic, Rosie')
  expect(textOf('[ask](/forum)', { ...ON, forums: false })).toBe('ask')
  expect(textOf('[join](/sign-up?from=x)', { ...ON, userAccounts: false })).toBe('join')
  const outside = '[the table](https://example.org/forum/3) ![a picture](/art/a.svg) [terms](/about#terms)'
  expect(textOf(outside, { ...ON, forums: false, products: false })).toBe(outside)
})

test('whatever is off, no text of a starter leads there', () => {
  for (const off of ['products', 'articles', 'forums', 'userAccounts'] as const) {
    const section = { products: 'products|enquiry', articles: 'articles', forums: 'forum', userAccounts: 'sign-up|sign-in|account|user' }[
      off
    ]
    for (const text of textsOf(starterOf(all, { ...ON, [off]: false }))) expect(text).not.toMatch(new RegExp(`\\]\\(/(${section})\\b`))
  }
})
