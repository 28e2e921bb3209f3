/** A copy on its own host speaks for itself alone: nothing that finds it names the site it was launched from. The pages must be built. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '#db/engine.ts'
import { resetIds } from '#db/open-site.ts'
import type { Site } from '#platform/context.ts'
import { builtPages } from '#platform/page-renderer.ts'
import { openTestEngine } from '#tests/support/test-site.ts'
import { readXml } from '#tests/support/xml.ts'
import { buildApp, type BuiltApp } from './build-app.ts'
import { openFilledSite } from './open-main-site.ts'
import { Sites } from './sites.ts'

const NAME = `main_${crypto.randomUUID().slice(0, 8)}`
const MAIN = 'https://main.example'
const log = { info() {}, warn() {}, error() {} }

let engine: Engine
let remove: () => void
let main: Site
let sites: Sites
let built: BuiltApp
let copy: { id: number; address: string }
beforeAll(async () => {
  const opened = await openTestEngine()
  ;({ engine, remove } = opened)
  main = await openFilledSite(engine, NAME, { content: 'demo', dataDir: opened.folder })
  // Several runs share one server: ids of copies begin where nobody else's are.
  await main.db
    .insertInto('launches')
    .values({
      id: 1_000_000 + Math.floor(Math.random() * 1_000_000_000),
      slug: 'the-first',
      name: 'The first',
      state: 'retired',
      config: '{}',
      key_hash: 'none',
      created_at: new Date().toISOString(),
      claim_until: new Date().toISOString(),
    })
    .execute()
  await resetIds(main.db, engine.name, NAME, ['launches'])
  sites = new Sites({ engine, main, publicUrl: MAIN, dataDir: opened.folder })
  built = await buildApp({
    config: { publicUrl: MAIN, trustProxy: true, logLevel: 'silent' },
    sites,
    pages: builtPages(join(import.meta.dirname, '../..')),
  })
  await sites.openAll(log)
  await built.app.ready()
  const payload = {
    siteName: 'Rue Verte',
    description: 'For a street in Cork.',
    primaryRegion: 'eu',
    defaultCurrency: 'eur',
    features: { products: true, articles: true, forums: false, expertAdvice: true, userAccounts: true },
  }
  const answer = await built.app.inject({ method: 'POST', url: '/api/deployment', headers: { host: 'main.example' }, payload })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  copy = answer.json()
})
afterAll(async () => {
  await built.app.close()
  if (copy) await sites.remove(copy.id)
  await sites.closeAll()
  await main.db.destroy()
  if (engine.name === 'postgres') await engine.drop(NAME)
  await engine.close()
  remove()
})

const ask = async (url: string) => {
  const { statusCode, body } = await built.app.inject({ url, headers: { host: new URL(copy.address).host } })
  expect([url, statusCode]).toEqual([url, 200])
  return body
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
      body.includes('Net Zero'),
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
    const picture = await built.app.inject({ url: pathOf(card), headers: { host: new URL(copy.address).host } })
    expect([card, picture.statusCode, picture.headers['content-type']]).toEqual([card, 200, 'image/png'])
    if (data && page !== '/category/solar-panels') expect(data).toMatch(/"name":"Rue Verte".*"inLanguage":"en-IE"/)
  }
})
