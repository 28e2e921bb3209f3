/** A copy on its own host speaks for itself alone: nothing that finds it names the site it was launched from. The pages must be built. */
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
  expect([url, status]).toEqual([url, 200])
  return text
}
const pathOf = (address: string) => address.slice(copy.address.length)

test('robots.txt, map and feeds are its own, whole, and without what it has switched off', async () => {
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
    expect([
      file,
      body.includes(MAIN),
      // The ministry of that name is a source of guides.
      /(?<!Security and )Net Zero/.test(body),
      body.includes('Rue Verte'),
      body.includes(`${copy.address}/articles/`),
    ]).toEqual([file, false, false, true, true])
  }
})

test('so are the head and the structured data of its pages', async () => {
  const [article] = readXml(await ask('/sitemaps/articles-1.xml')).all('loc')
  for (const page of ['/', '/articles', '/category/solar-panels', pathOf(article?.text ?? '')]) {
    const body = await ask(page)
    const head = body.slice(0, body.indexOf('<body'))
    const data = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) => json).join()
    for (const text of [head, data]) expect([page, text.includes(MAIN), /Net Zero Technologies/.test(text)]).toEqual([page, false, false])
    expect(head).toContain(`<link rel="canonical" href="${copy.address}${page}"/>`)
    const [, card = ''] = /<meta property="og:image" content="([^"]*)"/.exec(head) ?? []
    expect(card.startsWith(`${copy.address}/share/`)).toBe(true)
    const picture = await installation.ask(copy.host, pathOf(card))
    expect([card, picture.status, picture.headers['content-type']]).toEqual([card, 200, 'image/png'])
    const namesSite = /"name":"Rue Verte".*"inLanguage":"en-IE"/.test(data)
    expect([page, namesSite]).toEqual([page, page === '/' || page.startsWith('/articles/')])
  }
})
