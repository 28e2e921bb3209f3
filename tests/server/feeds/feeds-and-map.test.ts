/** Feeds and maps, read by other people's parsers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { BuiltApp } from '#app/build-app.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { readXml } from '#tests/support/xml.ts'

let home: TestSites
let built: BuiltApp
beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  built = await buildTestApp({ sites: singleSiteDirectory(home.main) })
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

const HOST = 'green-street.example'
const get = async (url: string) => {
  const { statusCode, body } = await built.app.inject({ url, headers: { host: HOST } })
  expect([url, statusCode]).toEqual([url, 200])
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
/** To the second: RSS counts no further. */
const at = (date: unknown): number => Math.floor(new Date(String(date)).getTime() / 1000)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Readers of RSS take a description for HTML, so its words stand there as such. */
const asWords = (html: unknown): string => String(html).replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')

const read = {
  'feed.xml': (text: string): Item[] =>
    (parseRssFeed(text).items ?? []).map((item) => ({
      id: item.guid?.value,
      title: item.title,
      link: item.link,
      date: at(item.pubDate),
      author: item.dc?.creators?.[0],
      content: item.content?.encoded,
      summary: asWords(item.description),
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
  test('say the same in all three forms, and lose nothing', async () => {
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

test('what an article is, its feed entry says', async () => {
  const items = read['feed.xml'](await get('/category/solar-panels/feed.xml'))
  const articles = JSON.parse(await get('/api/articles?category=solar-panels')) as { slug: string; title: string; publishedAt: string }[]
  expect(articles.length).toBeGreaterThan(1)
  for (const { slug, title, publishedAt } of articles) {
    const item = items.find(({ link }) => link === `http://${HOST}/articles/${slug}`)
    expect([item?.title, item?.date]).toEqual([title, at(publishedAt)])
    expect(String(item?.content)).toContain('<p>')
  }
})

describe('the map', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../support/sitemap.xsd'), 'utf8')
  const faultsOf = async (contents: string) =>
    (await validateXML({ xml: { fileName: 'map.xml', contents }, schema })).errors.map(({ message }) => message)

  test('is what the protocol allows, in every file', async () => {
    const index = await get('/sitemap.xml')
    const files = readXml(index)
      .all('loc')
      .map(({ text }) => new URL(text).pathname)
    expect(files.length).toBeGreaterThan(5)
    for (const text of [index, ...(await Promise.all(files.map(get)))]) expect(await faultsOf(text)).toEqual([])
  })

  test('would be found out', async () => {
    const map = await get('/sitemaps/products-1.xml')
    for (const [from, to] of [
      ['<lastmod>', '<lastmod>yesterday '],
      ['<loc>http:', '<loc>'],
      ['</url>', '<price>1</price></url>'],
      ['sitemap/0.9', 'sitemap/0.8'],
    ] as const)
      expect([to, (await faultsOf(map.replace(from, to))).length > 0]).toEqual([to, true])
  })
})
