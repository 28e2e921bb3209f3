import { expect, test } from 'vitest'
import { parseSitemapFileName, sitemapFilePath } from './sitemap.policy.ts'

test.each([
  ['pages-1.xml', { kind: 'pages', fileNumber: 1 }],
  ['categories-1.xml', { kind: 'categories', fileNumber: 1 }],
  ['articles-3.xml', { kind: 'articles', fileNumber: 3 }],
  ['articles-999999.xml', { kind: 'articles', fileNumber: 999_999 }],
  ['articles-1000000.xml', undefined],
  ['articles-0.xml', undefined],
  ['articles-01.xml', undefined],
  ['pages-2.xml', undefined],
  ['categories-11.xml', undefined],
  ['nothing-1.xml', undefined],
  ['articles.xml', undefined],
  ['articles-1xxml', undefined],
  ['articles-1.xml.gz', undefined],
  ['xArticles-1.xml', undefined],
  ['/articles-1.xml', undefined],
])('parseSitemapFileName of %s returns %j', (name, expected) => expect(parseSitemapFileName(name)).toEqual(expected))

test('sitemapFilePath returns the path by kind and number', () => {
  expect([sitemapFilePath('pages'), sitemapFilePath('articles', 3)]).toEqual(['/sitemaps/pages-1.xml', '/sitemaps/articles-3.xml'])
})
