/** The page tables are complete and match the source. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ADMIN_PAGES } from '#admin/pages.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { findPage, isCountedPath, pathTo } from '#features/pages/page-url.policy.ts'
import { acceptedParameters } from '#app/pages/entry-server.tsx'
import { RequestView } from '#platform/cache/request-view.ts'
import { readPageUrl } from '#app/plugins/pages.ts'

const SRC = join(import.meta.dirname, '../../../src')
const pages = PAGES
const read = (file: string) => readFileSync(join(SRC, file), 'utf8')

test('every page is in a table, and every entry of a table has a page', () => {
  const files = globSync('{site,admin}/**/*.page.tsx', { cwd: SRC }).map((file) => file.replace('.page.tsx', ''))
  const declared = [...pages.map(({ view }) => `site/${view}`), ...ADMIN_PAGES.map(({ view }) => `admin/${view}`), 'admin/frame/frame']
  expect(declared.toSorted()).toEqual(files.toSorted())
})

test('paths are unique', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  expect(new Set(ADMIN_PAGES.map(({ path }) => path)).size).toBe(ADMIN_PAGES.length)
})

describe('parameters', () => {
  /** Names of the query parameters that the files of a page's folder read. */
  const readIn = (folder: string) =>
    globSync(`site/${folder}/**/*.{ts,tsx}`, { cwd: SRC })
      .filter((file) => !/\.test\./.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/\b(?:search|searchParams|address|useSearchParams\(\)\[0\])\.get\('(\w+)'\)/g)].map(
          ([, name = '']) => name,
        ),
      )

  test('a page declares exactly the query parameters it reads', () => {
    const folders = [...new Set(pages.map(({ view }) => dirname(view)))]
    const wrong = folders.map((folder) => {
      const declared = new Set(pages.filter(({ view }) => dirname(view) === folder).flatMap(({ parameters = [] }) => parameters))
      return [folder, [...new Set(readIn(folder))].filter((name) => !declared.has(name))]
    })
    expect(wrong).toEqual(folders.map((folder) => [folder, []]))
  })

  test('the filters of a back-office list are those of its table', () => {
    for (const { view, ...page } of ADMIN_PAGES) {
      const file = `admin/${view}.page.tsx`
      const used = /useListUrl\(([^)]*)\)/.exec(read(file))?.[1] ?? ''
      const names = [...used.matchAll(/'(\w+)'/g)].map(([, name]) => name)
      expect(names, basename(file)).toEqual([...(page.filters ?? [])])
    }
  })

  test('the server accepts a page’s declared parameters only, in canonical order', () => {
    const canonicalUrl = (url: string) =>
      RequestView.of({ siteId: 'main', origin: '', isOriginKnown: true, ...readPageUrl(url, acceptedParameters) }).url
    expect(canonicalUrl('/forum?utm_source=x&sort=popular&search=heat&tab=a')).toBe('/forum?search=heat&sort=popular')
    expect(canonicalUrl('/about?search=heat')).toBe('/about')
    expect(canonicalUrl('/PRODUCTS/?range_min=200&page=2')).toBe('/PRODUCTS/?page=2&range_min=200')
    expect(canonicalUrl('/nowhere?page=2')).toBe('/nowhere')
    expect(canonicalUrl('/admin/products?page=2&utm_source=x')).toBe('/admin/products?page=2')
  })
})

describe('paths', () => {
  test('pathTo and findPage are inverse', () => {
    expect(pathTo('/articles/:slug', { slug: 'winter range' })).toBe('/articles/winter%20range')
    expect(findPage('/articles/winter%20range')).toMatchObject({ path: '/articles/:slug', name: 'winter range' })
    expect(pathTo('/forum', {}, { search: 'a&b', page: 1, sort: undefined })).toBe('/forum?search=a%26b')
    expect(pathTo('/forum/:id', { id: 7 }, { page: 3 })).toBe('/forum/7?page=3')
  })
  test('account and back-office paths are not counted', () => {
    expect(['/account', '/ACCOUNT/x', '/admin', '/admin/users'].map(isCountedPath)).toEqual([false, false, false, false])
    expect(['/', '/accounts', '/forum/1'].map(isCountedPath)).toEqual([true, true, true])
  })
})
