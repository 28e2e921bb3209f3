/** Feeds, sitemap and metadata of a tenant site name only that site, not the main site. Needs the built pages. */
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'
import { readXml } from '#tests/support/xml.ts'

const MAIN = 'https://main.example'

let installation: TestInstallation
let copy: { address: string; host: string }
beforeAll(async () => {
  installation = await openTestInstallation({ content: 'demo' })
  await installation.start({ publicUrl: MAIN, pages: true })
  const chosen = {
    siteName: 'Rue Verte',
    description: 'For a street in Cork.',
    primaryRegion: 'eu',
    defaultCurrency: 'eur',
    features: { ...ALL_FEATURES_ON, forums: false },
  }
  const { status, body, host } = await installation.launch(chosen, { host: 'main.example' })
  if (status !== 201) throw new Error(JSON.stringify(body))
  copy = { address: body.address, host }
})
afterAll(() => installation.close())

const ask = async (url: string): Promise<string> => {
  const { status, text } = await installation.ask(copy.host, url)
  expect(status, url).toBe(200)
  return text
}
const pathOf = (address: string) => address.slice(copy.address.length)

test('robots.txt, sitemap and feeds are complete, name only the tenant site, and omit switched-off features', async () => {
  expect(await ask('/robots.txt')).toContain(`Sitemap: ${copy.address}/sitemap.xml`)
  const files = readXml(await ask('/sitemap.xml')).all('loc')
  expect(files.length).toBeGreaterThan(3)
  const pages: string[] = []
  for (const { text } of files) {
    expect(text.startsWith(`${copy.address}/`)).toBe(true)
    pages.push(
      ...readXml(await ask(pathOf(text)))
        .all('loc')
        .map((one) => one.text),
    )
  }
  expect(pages.filter((address) => !address.startsWith(`${copy.address}/`) || /\/(forum|deploy)/.test(address))).toEqual([])
  for (const file of ['/feed.xml', '/feed.atom', '/feed.json', '/category/solar-panels/feed.json']) {
    const body = await ask(file)
    expect(body, file).not.toContain(MAIN)
    // The ministry of that name is a source of articles.
    expect(body, file).not.toMatch(/(?<!Security and )Net Zero/)
    expect(body, file).toContain('Rue Verte')
    expect(body, file).toContain(`${copy.address}/articles/`)
  }
})

test('head and structured data of pages name only the tenant site', async () => {
  const [article] = readXml(await ask('/sitemaps/articles-1.xml')).all('loc')
  for (const page of ['/', '/articles', '/category/solar-panels', pathOf(article?.text ?? '')]) {
    const body = await ask(page)
    const head = body.slice(0, body.indexOf('<body'))
    const data = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) => json).join()
    for (const text of [head, data]) {
      expect(text.includes(MAIN), page).toBe(false)
      expect(/Net Zero Technologies/.test(text), page).toBe(false)
    }
    expect(head).toContain(`<link rel="canonical" href="${copy.address}${page}"/>`)
    const [, card = ''] = /<meta property="og:image" content="([^"]*)"/.exec(head) ?? []
    expect(card.startsWith(`${copy.address}/share/`)).toBe(true)
    const picture = await installation.ask(copy.host, pathOf(card))
    expect(picture.status, card).toBe(200)
    expect(picture.headers['content-type'], card).toBe('image/png')
    const isSiteNamed = /"name":"Rue Verte".*"inLanguage":"en-IE"/.test(data)
    expect(isSiteNamed, page).toBe(page === '/' || page.startsWith('/articles/'))
  }
})
