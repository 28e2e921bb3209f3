/** Feeds and sitemaps, read by independent parsers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { BuiltApp } from '#app/build-app.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { unmarkDemo } from '#tests/support/unmark-demo.ts'
import { readXml } from '#tests/support/xml.ts'

let home: TestSites
let built: BuiltApp
beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  await unmarkDemo(home.main)
  built = await buildTestApp({ sites: singleSiteDirectory(home.main) })
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

const HOST = 'green-street.example'
const get = async (url: string) => {
  const { statusCode, body } = await built.app.inject({ url, headers: { host: HOST } })
  expect(statusCode, url).toBe(200)
  return body
}

interface Item {
  id: unknown
  title: unknown
  link: unknown
  date: number
  author: unknown
  content: unknown
  summary: unknown
}
/** Seconds since the epoch, the precision of RSS. */
const at = (date: unknown): number => Math.floor(new Date(String(date)).getTime() / 1000)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Decodes the HTML entities of an RSS description, which readers treat as HTML. */
const decodeEntities = (html: unknown): string =>
  String(html).replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')

const read = {
  'feed.xml': (text: string): Item[] =>
    (parseRssFeed(text).items ?? []).map((item) => ({
      id: item.guid?.value,
      title: item.title,
      link: item.link,
      date: at(item.pubDate),
      author: item.dc?.creators?.[0],
      content: item.content?.encoded,
      summary: decodeEntities(item.description),
    })),
  'feed.atom': (text: string): Item[] =>
    (parseAtomFeed(text).entries ?? []).map((entry) => ({
      id: entry.id,
      title: entry.title?.value,
      link: entry.links?.[0]?.href,
      date: at(entry.published),
      author: entry.authors?.[0]?.name,
      content: entry.content?.value,
      summary: entry.summary?.value,
    })),
  'feed.json': (text: string): Item[] =>
    (parseJsonFeed(text).items ?? []).map((item) => ({
      id: item.id,
      title: item.title,
      link: item.url,
      date: at(item.date_published),
      author: item.authors?.[0]?.name,
      content: item.content_html,
      summary: item.summary,
    })),
}

describe.each([
  ['of the site', ''],
  ['of a category', '/category/solar-panels'],
  ['of a topic', '/forum/1'],
])('the feeds %s', (_of, path) => {
  test('have the same complete items as RSS, Atom and JSON', async () => {
    const [rss, atom, json] = await Promise.all(
      (['feed.xml', 'feed.atom', 'feed.json'] as const).map(async (file) => read[file](await get(`${path}/${file}`))),
    )
    expect(rss?.length).toBeGreaterThan(1)
    expect(atom).toEqual(rss)
    expect(json).toEqual(rss)
    for (const item of rss ?? []) {
      expect(item.link).toMatch(new RegExp(`^http://${HOST}/`))
      expect(item.date).toBeGreaterThan(0)
      for (const part of [item.id, item.title, item.author, item.content]) expect(String(part ?? '').trim()).not.toBe('')
    }
  })
})

test('a feed entry has the article’s title, date and content', async () => {
  const items = read['feed.xml'](await get('/category/solar-panels/feed.xml'))
  const articles = JSON.parse(await get('/api/articles?category=solar-panels')) as { slug: string; title: string; publishedAt: string }[]
  expect(articles.length).toBeGreaterThan(1)
  for (const { slug, title, publishedAt } of articles) {
    const item = items.find(({ link }) => link === `http://${HOST}/articles/${slug}`)
    expect(item?.title).toEqual(title)
    expect(item?.date).toEqual(at(publishedAt))
    expect(String(item?.content)).toContain('<p>')
  }
})

describe('the sitemap', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../support/sitemap.xsd'), 'utf8')
  const errorsOf = async (contents: string) =>
    (await validateXML({ xml: { fileName: 'map.xml', contents }, schema })).errors.map(({ message }) => message)

  test('matches the schema of the protocol in every file', async () => {
    const index = await get('/sitemap.xml')
    const files = readXml(index)
      .all('loc')
      .map(({ text }) => new URL(text).pathname)
    expect(files.length).toBeGreaterThan(5)
    for (const text of [index, ...(await Promise.all(files.map(get)))]) expect(await errorsOf(text)).toEqual([])
  })

  test('is rejected by the validator when it is damaged', async () => {
    const map = await get('/sitemaps/products-1.xml')
    for (const [from, to] of [
      ['<lastmod>', '<lastmod>yesterday '],
      ['<loc>http:', '<loc>'],
      ['</url>', '<price>1</price></url>'],
      ['sitemap/0.9', 'sitemap/0.8'],
    ] as const)
      expect(await errorsOf(map.replace(from, to)), to).not.toEqual([])
  })
})
