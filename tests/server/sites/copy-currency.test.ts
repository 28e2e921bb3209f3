/** Example products of a tenant site cost its own currency, in lists, filters, sorting and structured data. Needs the built pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CURRENCIES, CURRENCY_SYMBOLS } from '#features/sites/currency.policy.ts'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

let installation: TestInstallation
const hosts = new Map<string, string>()
beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.start({ pages: true })
  for (const defaultCurrency of CURRENCIES) {
    const { host, number } = await installation.launch({ siteName: `Pays ${defaultCurrency}`, defaultCurrency })
    hosts.set(defaultCurrency, host)
    // The examples are made real, because demo products have no offers in structured data.
    await installation.sites.withSiteDatabase(number, (db) => db.updateTable('products').set({ is_demo: false }).execute())
  }
})
afterAll(() => installation.close())

interface Listed {
  slug: string
  price: string
}
const MONEY = /(?:[A-Z]{1,2}\$|[£€$])(?=\d|POA)/g

describe.each(CURRENCIES)('a site whose currency is %s', (currency) => {
  const symbol = CURRENCY_SYMBOLS[currency]
  const ask = (url: string) => installation.ask(hosts.get(currency) ?? '', url)
  const list = async (query: string): Promise<Listed[]> => (await ask(`/api/products?${query}`)).body
  const text = async (path: string) => {
    const { status, text: html } = await ask(path)
    expect(status, path).toBe(200)
    return html
  }

  test('shows, sorts and filters example prices in its currency', async () => {
    const rising = (await list('sort=price-low')).map(({ price }) => price)
    expect(rising).toEqual(
      ['290 per panel', '649', '689', '3,480', '4,290', '28,450'].map((amount, at) => `${at === 3 ? 'from ' : ''}${symbol}${amount}`),
    )
    expect((await list('sort=price-high'))[0]?.price).toBe(`${symbol}28,450`)
    expect((await list('category=electric-vehicles&price_min=28450&price_max=28450')).map(({ slug }) => slug)).toEqual([
      'wrenfield-lark-58',
    ])
    expect(await list('category=electric-vehicles&price_min=28451')).toEqual([])
    expect(await list('category=solar-panels&price_panel_max=290')).toHaveLength(1)
  })

  test('shows no other currency on product pages', async () => {
    const slugs = (await list('')).map(({ slug }) => slug)
    const paths = [
      '/products',
      ...slugs.flatMap((slug) => [`/products/${slug}`, `/enquiry/${slug}`]),
      `/compare?p=${slugs.slice(0, 4).toSorted().join(',')}`,
    ]
    for (const path of paths) {
      const found = new Set((await text(path)).match(MONEY))
      expect([...found], path).toEqual([symbol])
    }
    expect(await text('/')).toContain(`${symbol}9,000 decision`)
  })

  test('states the currency in structured data and meta tags', async () => {
    const html = await text('/products/wrenfield-lark-58')
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    const offer = { price: 28_450, priceCurrency: currency.toUpperCase() }
    expect(JSON.stringify(JSON.parse(data))).toContain(`"price":${offer.price},"priceCurrency":"${offer.priceCurrency}"`)
    expect(html).toContain(`property="product:price:currency" content="${offer.priceCurrency}"`)
    expect(html).toContain('property="product:price:amount" content="28450"')
  })
})
