/** Titles and structured data of every indexable page of a filled site. Needs the built pages. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestInstallation, MAIN_HOST, type TestInstallation } from '#tests/support/test-installation.ts'
import { unmarkDemo } from '#tests/support/unmark-demo.ts'

const MAX_TITLE_LENGTH = 65
const NAME = 'Net Zero'

let installation: TestInstallation
const pages = new Map<string, string>()
const get = async (url: string) => {
  const { status, text } = await installation.ask(MAIN_HOST, url)
  expect(status, url).toBe(200)
  return text
}
const locations = (map: string) => [...map.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/')

beforeAll(async () => {
  installation = await openTestInstallation({ content: 'demo' })
  await unmarkDemo(installation.main)
  await installation.start({ pages: true })
  const maps = await Promise.all(locations(await get('/sitemap.xml')).map(get))
  const others = [
    '/compare?p=hearthstone-keep-10,larder-wall-5,plover-home-7,tidewell-stack-13',
    '/enquiry/ardley-heron-estate',
    '/forum?page=2',
  ]
  await Promise.all([...maps.flatMap(locations), ...others].map(async (path) => pages.set(path, await get(path))))
})
afterAll(() => installation.close())

const plain = (html: string) => html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const titleOf = (html: string) => plain(/<title>([^<]*)/.exec(html)?.[1] ?? '')
const headingOf = (html: string) => plain((/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replaceAll(/<[^>]+>/g, ''))

interface Thing {
  '@type': string
  itemListElement?: { name: string }[]
  offers?: { availability?: string }
}
const thingsOf = (html: string): Thing[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
    ([, json = '']) => (JSON.parse(json) as { '@graph': Thing[] })['@graph'],
  )

test('titles stay within the limit where possible, and include the site name if it fits', () => {
  expect(pages.size).toBeGreaterThan(180)
  const titles = new Map([...pages].map(([path, html]) => [path, titleOf(html)]))
  expect(titles.get('/')).toBe('Net Zero Technologies & Reviews')
  for (const [path, title] of titles) {
    const html = pages.get(path) ?? ''
    // Titles entered by people are not shortened.
    expect(title, path).toEqual(title.length > MAX_TITLE_LENGTH ? headingOf(html) : title)
    const hasRoom = title.length + ` | ${NAME}`.length <= MAX_TITLE_LENGTH
    expect(title.includes(NAME) || !hasRoom, path).toBe(true)
  }
  expect(new Set(titles.values()).size).toBeGreaterThan(pages.size - 5)
})

test('breadcrumbs contain full names, and every offer is in stock', () => {
  const things = [...pages].flatMap(([path, html]) => thingsOf(html).map((thing) => ({ path, html, ...thing })))
  const trails = things.filter((thing) => thing['@type'] === 'BreadcrumbList')
  expect(trails.length).toBeGreaterThan(130)
  for (const { path, html, itemListElement = [] } of trails) {
    const names = itemListElement.map(({ name }) => name)
    expect(
      names.filter((name) => name.endsWith('...')),
      path,
    ).toEqual([])
    const isOwnPage = /^\/(articles|forum|products)\/[^?]/.test(path)
    expect(names.at(-1), path).toEqual(isOwnPage ? headingOf(html) : names.at(-1))
  }
  const offers = things.flatMap(({ offers }) => offers ?? [])
  expect(offers.length).toBeGreaterThan(20)
  expect(new Set(offers.map(({ availability }) => availability))).toEqual(new Set(['https://schema.org/InStock']))
})
