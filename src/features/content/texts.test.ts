/** Tests the texts of the content folder: length, duplicates, links and plausibility of people. */
import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { resolveReferenceText } from '#features/figures/texts/figure-text.policy.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { isVerifiedPurchase } from './community.queries.ts'
import { CONTENT_FOLDER, readContent, type ContentFiles } from './content.files.ts'

interface Text {
  where: string
  text: string
}

let content: ContentFiles
let about: string
beforeAll(async () => {
  const files = await readContent()
  content = {
    ...files,
    articles: files.articles.map((article) => ({
      ...article,
      content: resolveText(article.content),
      summary: resolveText(article.summary),
    })),
    expertArticles: files.expertArticles.map((article) => ({ ...article, content: resolveText(article.content) })),
    products: files.products.map((product) => ({ ...product, description: resolveText(product.description) })),
  }
  about = await readFile(join(CONTENT_FOLDER, 'about.md'), 'utf8')
})

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
/** Returns a text in which reference values are resolved. */
const resolveText = (text: string): string => resolveReferenceText(text, referenceValues, { isPlain: true }).text

/** Lists all visible texts with their location. */
const listTexts = (): Text[] => [
  ...content.articles.flatMap(({ slug, summary, content: text }) => [
    { where: slug, text },
    { where: `summary of ${slug}`, text: summary },
  ]),
  ...content.expertArticles.map(({ slug, content: text }) => ({ where: slug, text })),
  ...content.experts.map(({ slug, bio }) => ({ where: slug, text: bio })),
  ...content.categories.map(({ slug, description }) => ({ where: slug, text: description })),
  ...content.products.flatMap(({ slug, description, features }) => [
    { where: slug, text: description },
    ...features
      .trim()
      .split('\n')
      .map((line) => ({ where: `features of ${slug}`, text: line })),
  ]),
  ...content.topics.flatMap(({ title, content: text, replies }) => [
    { where: title, text },
    ...replies.map((reply, index) => ({ where: `${title}, reply ${index + 1} by ${reply.author}`, text: reply.content })),
  ]),
  ...content.reviews.map(({ product, author, content: text }) => ({ where: `${author} on ${product}`, text })),
  { where: 'about.md', text: about },
]

/** Removes the list of sources, in which repetitions are allowed. */
const removeSources = (text: string): string => text.split(/^## Sources/m)[0] ?? ''

/** Splits Markdown into sentences, table rows and list items, in lower case and without markup. */
const splitSentences = (text: string): string[] =>
  removeSources(text)
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\n(?=\s*[-*|#>]|\s*\d+\.\s|\n)|\n\s*\n/)
    .flatMap((block) => block.replaceAll(/\s+/g, ' ').split(/(?<=[.?!]["”)]?)\s+/))
    .map((sentence) =>
      sentence
        .replaceAll(/[*_`#|>]/g, '')
        .replace(/^\s*(?:-|\d+\.)\s/, '')
        .trim()
        .toLowerCase(),
    )

const countWords = (text: string): number =>
  removeSources(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length

describe('length', () => {
  const isBetween = (value: number, min: number, max: number) => value >= min && value <= max
  test('articles have 700 to 1,400 words, and dated sources at the end', () => {
    for (const { slug, content: text } of content.articles) {
      expect(isBetween(countWords(text), 700, 1400), slug).toBe(true)
      const sources = text.split(/^## Sources/m)[1] ?? ''
      expect(sources, slug).toMatch(/20\d\d/)
    }
  })
  test('expert articles have 400 to 700 words', () => {
    for (const { slug, content: text } of content.expertArticles) expect(isBetween(countWords(text), 400, 700), slug).toBe(true)
  })
  test('reviews have 10 to 120 words and a unique title of 3 to 60 characters', () => {
    for (const { product, author, title, content: text } of content.reviews) {
      const where = `${author} on ${product}`
      expect(isBetween(countWords(text), 10, 120), where).toBe(true)
      expect(isBetween(title.length, 3, 60), where).toBe(true)
    }
    const titles = content.reviews.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  })
})

/** Matches the sentence that the placeholder `newer` inserts, which guides with an expired value share. */
const NEWER_VALUE = /^a newer value of “[^”]+” has applied since /

test('no sentence appears twice', () => {
  const locations = new Map<string, string>()
  const duplicates: string[] = []
  for (const { where, text } of listTexts()) {
    for (const sentence of splitSentences(text).filter((candidate) => candidate.length > 40 && !NEWER_VALUE.test(candidate))) {
      const firstLocation = locations.get(sentence)
      if (firstLocation !== undefined) duplicates.push(`${firstLocation} and ${where}: ${sentence}`)
      locations.set(sentence, where)
    }
  }
  expect(locations.size).toBeGreaterThan(1000)
  expect(duplicates).toEqual([])
})

describe('percent signs', () => {
  /** Finds percent signs after a space, as British English writes `91%`. The sign may follow a number, a template literal or a JSX element. */
  const SPACED_PERCENT = /[\d}>][ \u00a0\u2009\u202f]%/
  const TEXT_FILES = ['content/**/*.{md,yaml}', 'src/**/*.{ts,tsx}', 'public/*.js', 'deploy/*', 'docs/**/*.md', '*.md']
  /** Whether a file is a test or factory, which contain user input in any spelling. */
  const isTestFile = (file: string) => /\.(test|factory)\.tsx?$/.test(file)

  test('have no space before them in any visible text', async () => {
    const files = globSync(TEXT_FILES, { cwd: join(CONTENT_FOLDER, '..') }).filter((file) => !isTestFile(file))
    expect(files.length).toBeGreaterThan(700)
    const spacedPercents = await Promise.all(
      files.map(async (file) =>
        (await readFile(join(CONTENT_FOLDER, '..', file), 'utf8'))
          .split('\n')
          .flatMap((line, index) => (SPACED_PERCENT.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
      ),
    )
    expect(spacedPercents.flat()).toEqual([])
  })
  test('the pattern finds percent signs after a space, and no others', () => {
    for (const line of ['91 %', '91\u00a0%', '`${share} %`', '<b>91</b> %']) expect(line).toMatch(SPACED_PERCENT)
    for (const line of ['91%', '`${share}%`', 'at % 2', '40 per cent', '<b>%</b>']) expect(line).not.toMatch(SPACED_PERCENT)
  })
})

const SITE_PAGES = '/ /today /articles /forum /products /compare /about /moderation /deploy /sign-up /sign-in /account'.split(' ')

describe('links', () => {
  const listLinks = (text: string): string[] => [...text.matchAll(/\]\(\s*<?([^)\s>]+)/g)].map((match) => match[1] ?? '')
  /** Returns the explicit anchors of the about page, such as `privacy` in `## Privacy {#privacy}`. */
  const listAnchors = () => new Set([...about.matchAll(/\{#([a-z-]+)\}/g)].map((match) => match[1] ?? ''))

  /** Returns the URL paths of this site. */
  const listPages = (): Set<string> =>
    new Set([
      ...SITE_PAGES,
      ...TOOL_NAMES.map((name) => `/tools/${name}`),
      ...content.articles.map(({ slug }) => `/articles/${slug}`),
      ...content.expertArticles.map((_, index) => `/articles/expert/${index + 1}`),
      ...content.topics.map((_, index) => `/forum/${index + 1}`),
      ...content.products.flatMap(({ slug }) => [`/products/${slug}`, `/enquiry/${slug}`]),
      ...content.categories.map(({ slug }) => `/category/${slug}`),
    ])
  const isValidLink = (link: string, where: string): boolean => {
    if (/^https:\/\/[a-z0-9.-]+\.[a-z]{2,}(\/|$)/.test(link) || /^mailto:[^@]+@[^@]+$/.test(link)) return true
    if (link.startsWith('#')) return where !== 'about.md' || listAnchors().has(link.slice(1))
    const [, path = '', search = '', anchor = ''] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/.exec(link) ?? []
    const category = new URLSearchParams(search).get('category')
    if (category !== null && !content.categories.some(({ slug }) => slug === category)) return false
    if (path === '/about' && anchor) return listAnchors().has(anchor)
    return listPages().has(path) || (path.startsWith('/art/') && existsSync(join(CONTENT_FOLDER, path)))
  }

  test('lead to pages of this site, or out of it by https or mailto', () => {
    const invalid = listTexts().flatMap(({ where, text }) =>
      listLinks(text)
        .filter((link) => !isValidLink(link, where))
        .map((link) => `${where}: ${link}`),
    )
    expect(invalid).toEqual([])
    expect(listTexts().flatMap(({ text }) => listLinks(text)).length).toBeGreaterThan(10)
  })
  test('sources link to their publisher, unless they are the author’s own calculation or example', () => {
    const OWN_SOURCE = /author|example|illustration|invented|calculated|worked out|rounded|standard (physical|building)/
    const unlinked = content.articles.flatMap(({ slug, content: text }) =>
      (text.split(/^## Sources/m)[1] ?? '')
        .split('\n')
        .filter((line) => line.startsWith('- ') && !line.includes('](https://') && !OWN_SOURCE.test(line))
        .map((line) => `${slug}: ${line}`),
    )
    expect(unlinked).toEqual([])
    for (const { slug, content: text } of content.articles) {
      const [, sources = ''] = text.split(/^## Sources/m)
      // A bare domain such as `example.org` must not be in the text, as it is not a link.
      expect(sources.replaceAll(/\[[^\]]*\]\([^)]*\)/g, ''), slug).not.toMatch(/\b[a-z-]+\.(com|org|co\.uk)\b/)
      expect(sources.match(/\]\(https:/g)?.length ?? 0, slug).toBeGreaterThan(1)
    }
  })
  test('the check accepts valid links and finds invalid ones', () => {
    for (const link of [
      '/articles/no-such',
      '/products/no-such',
      '/category/no-such',
      '/products?category=no-such',
      '/about#no-such',
      '/forum/61',
      'http://example.org/',
      'javascript:alert(1)',
      'articles/winter-range',
    ]) {
      expect(isValidLink(link, 'a review'), link).toBe(false)
    }
    expect(isValidLink('#no-such', 'about.md')).toBe(false)
    for (const link of [
      '/articles/winter-range',
      '/products?category=solar-panels',
      '/about#privacy',
      'https://www.gov.uk/',
      'mailto:a@example.org',
    ]) {
      expect(isValidLink(link, 'a review'), link).toBe(true)
    }
  })
})

describe('people', () => {
  const MINUTES_PER_UNIT = { m: 1, h: 60, d: 1440 } as const
  const parseMinutes = (ago: string): number => Number(ago.slice(0, -1)) * MINUTES_PER_UNIT[ago.slice(-1) as keyof typeof MINUTES_PER_UNIT]
  /** Tolerance of a day, as ages such as `3d` are exact to a day only. */
  const DAY_MINUTES = 1440

  test('authors are members who joined before the post and were active after it', () => {
    const posts = [
      ...content.topics.flatMap(({ title, author, ago, replies }) => [
        { where: title, author, ago },
        ...replies.map((reply) => ({ where: title, author: reply.author, ago: reply.ago })),
      ]),
      ...content.reviews.map(({ product, author, ago }) => ({ where: product, author, ago })),
    ]
    const impossiblePosts = posts.filter(({ author, ago }) => {
      const user = content.users.find(({ username }) => username === author)
      return !user || parseMinutes(user.joined) < parseMinutes(ago) || parseMinutes(user.lastActive) > parseMinutes(ago) + DAY_MINUTES
    })
    expect(impossiblePosts).toEqual([])
  })
  test('replies follow their topic in chronological order', () => {
    for (const { title, ago, replies } of content.topics) {
      const ages = [ago, ...replies.map((reply) => reply.ago)].map(parseMinutes)
      expect(ages, title).toEqual(ages.toSorted((a, b) => b - a))
    }
  })
  test('a member reviews a product once, and the guest at most four products', () => {
    const pairs = content.reviews.filter(({ author }) => author !== 'guest').map(({ author, product }) => `${author} ${product}`)
    expect(pairs.filter((pair, index) => pairs.indexOf(pair) !== index)).toEqual([])
    expect(content.reviews.length - pairs.length).toBeLessThanOrEqual(4)
  })
  test('exactly the reviews after a completed enquiry of their author are verified', () => {
    const completed = content.enquiries.filter(({ status, member }) => status === 'completed' && member !== undefined)
    const verified = content.reviews.filter((review) => isVerifiedPurchase(content, review))
    expect(verified.map(({ author, product }) => `${author} ${product}`).toSorted()).toEqual(
      completed.map(({ member, product }) => `${member} ${product}`).toSorted(),
    )
    expect(completed.map(({ member }) => member)).not.toContain('guest')
    for (const { member, ago } of completed) {
      const user = content.users.find(({ username }) => username === member)
      expect(parseMinutes(user?.joined ?? '0m'), member).toBeGreaterThan(parseMinutes(ago))
    }
  })
  test('authors had joined before the period of ownership that they mention', () => {
    const NUMBER_WORDS =
      'no a two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
        ' ',
      )
    const DAYS_PER_UNIT = { week: 7, month: 30, year: 365, winter: 120 } as const
    const SPAN_PATTERN = /(?<![\w-])(\d+|[a-z]+) (week|month|year|winter)s?( and a half)?(?! old)\b/gi
    const spans = content.reviews.flatMap(({ author, product, ago, content: text }) => {
      const [firstSentence = ''] = text.split(/(?<=\.)\s/)
      return [...firstSentence.matchAll(SPAN_PATTERN)].flatMap(([, number = '', unit = '', half]) => {
        const count = Number(number) || NUMBER_WORDS.indexOf(number.toLowerCase())
        const days = (count + (half ? 0.5 : 0)) * DAYS_PER_UNIT[unit.toLowerCase() as keyof typeof DAYS_PER_UNIT]
        return count > 0 ? [{ author, product, days: Math.floor(days) + parseMinutes(ago) / DAY_MINUTES }] : []
      })
    })
    expect(spans.length).toBeGreaterThan(50)
    const tooLong = spans.filter(
      ({ author, days }) => days * DAY_MINUTES > parseMinutes(content.users.find(({ username }) => username === author)?.joined ?? '0m'),
    )
    expect(tooLong).toEqual([])
  })
})
