/** The demo site has no broken links: every page reachable from the home page or the sitemap is crawled. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltApp } from '#app/build-app.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { idsOf, mapOf, referencesOf, type PageReference } from '#tests/support/walk-site.ts'

const HOST = 'green-street.example'
const ORIGIN = `http://${HOST}`
const MAX_HOPS = 3

let home: TestSites
let built: BuiltApp
beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  built = await buildTestApp({ sites: singleSiteDirectory(home.main), pages: true })
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

interface CheckedUrl {
  status: number
  /** Of a page; undefined for files. */
  ids?: Set<string>
  references: PageReference[]
}

/** Returns whether the path is a static file of the build. */
const isBuiltFile = (path: string): boolean => existsSync(join(import.meta.dirname, '../../../dist/client', path)) && path !== '/'

async function ask(path: string, hops = 0): Promise<CheckedUrl> {
  if (isBuiltFile(path)) return { status: 200, references: [] }
  // The cookie bypasses the page cache, so that pages are not compressed.
  const { statusCode, headers, body } = await built.app.inject({ url: path, headers: { host: HOST, cookie: 'fresh=1' } })
  const to = headers.location
  if (statusCode >= 300 && statusCode < 400 && typeof to === 'string' && hops < MAX_HOPS) {
    const url = new URL(to, ORIGIN + path)
    return ask(url.pathname + url.search, hops + 1)
  }
  if (!String(headers['content-type']).startsWith('text/html')) return { status: statusCode, references: [] }
  return { status: statusCode, ids: idsOf(body), references: referencesOf(body, path, ORIGIN) }
}

/** Crawlers are asked not to follow comparisons, of which there are as many as sets of products. */
const isLeftAlone = ({ isFollowed }: PageReference) => !isFollowed
/** Share pictures are slow to render: one of each kind is enough. */
const shareKind = (path: string) => /^\/share\/(\w+)\//.exec(path)?.[1]

test('every link, picture and form leads to an existing resource, and every fragment to an element', async () => {
  const waiting = ['/', ...(await mapOf(built.app, HOST))]
  const responses = new Map<string, CheckedUrl>()
  const named: PageReference[] = []
  const drawn = new Set<string>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (responses.has(path)) continue
    const response = await ask(path)
    responses.set(path, response)
    for (const one of response.references) {
      const kind = shareKind(one.path)
      if (isLeftAlone(one) || (kind && drawn.has(kind))) continue
      if (kind) drawn.add(kind)
      named.push(one)
      waiting.push(one.path)
    }
  }
  // Visitors who follow the link to the back-office are asked to sign in.
  const expectedStatus = (path: string) => (path === '/admin' ? 401 : 200)
  const broken = named.filter(({ path }) => responses.get(path)?.status !== expectedStatus(path))
  expect(linesOf(broken.map(({ from, by, path }) => `${from}: ${by} ${path} → ${responses.get(path)?.status}`))).toEqual([])
  // A question for the forum is prefilled through the fragment, which the server never receives.
  const isPlace = ({ path, fragment }: PageReference) => fragment && !(path === '/forum' && fragment.startsWith('ask?'))
  const nowhere = named.filter((one) => isPlace(one) && responses.get(one.path)?.ids?.has(one.fragment ?? '') === false)
  expect(linesOf(nowhere.map(({ from, path, fragment }) => `${from}: ${path}#${fragment}`))).toEqual([])
  const pages = [...responses.values()].filter(({ ids }) => ids).length
  expect(pages).toBeGreaterThan(250)
  expect(responses.size).toBeGreaterThan(pages + 100)
})

const linesOf = (lines: string[]) => [...new Set(lines)].toSorted()
