/** Server-rendered pages: complete HTML, head and status, without JavaScript and at several widths. */
import { NIGHTLY, nightlyUnless } from './nightly.ts'
import { shiftOf, watchShifts } from './layout-shift.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, UNKNOWN_PAGES, PAGES, test } from './site.ts'

/** Pages of demo products, topics, members and experts are not indexed. */
const DEMO_PAGE = /^\/(products|forum|user|articles\/expert)\/./

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name} is complete HTML with title, description and canonical link`, async ({ request, baseURL }) => {
    const response = await request.get(path)
    expect(response.status()).toBe(200)
    const html = await response.text()
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en-GB"/)
    expect(html.match(/<title>[^<]{3,}<\/title>/g)).toHaveLength(1)
    expect(html.match(/<h1/g)).toHaveLength(1)
    const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1]?.replace(/&\S+?;/g, '_') ?? ''
    expect(description.length).toBeGreaterThan(20)
    expect(description.length).toBeLessThanOrEqual(160)
    const isIndexed = !/noindex/.test(html)
    expect(isIndexed, path).toBe(!/search=|^\/enquiry/.test(path) && !DEMO_PAGE.test(path))
    expect(isIndexed ? html : `<link rel="canonical" href="${baseURL}/`).toContain(`<link rel="canonical" href="${baseURL}/`)
    expect(html.replace(/<script[^>]*(src=|type="application\/(ld\+)?json")/g, '')).not.toMatch(/<script/)
    expect(html).not.toContain('Loading articles')
  })
}

for (const [name, path] of Object.entries(UNKNOWN_PAGES)) {
  test(
    `NF-01 NF-03 an unknown ${name} responds 404 with a not-found page`,
    nightlyUnless(['page', 'product', 'topic'].includes(name)),
    async ({ page, request }) => {
      expect((await request.get(path)).status()).toBe(404)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found|404/i)
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    },
  )
}
test.use({ expectedInConsole: /404 \(Not Found\)/ })

test('NF-01 NF-02 the not-found page has its heading and its text', async ({ page }) => {
  await page.goto('/nowhere')
  await expect(page.getByText('404 Page Not Found', { exact: true })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?', { exact: true })).toBeVisible()
})

test('ROUTE-08 ROUTE-09 alternative paths redirect to the canonical one', async ({ request }) => {
  const redirects = { '/products/plover-home-7/enquiry': '/enquiry/plover-home-7', '/categories/solar-panels': '/category/solar-panels' }
  for (const [from, to] of Object.entries(redirects)) {
    const response = await request.get(from, { maxRedirects: 0 })
    expect(response.status(), from).toBe(308)
    expect(response.headers()['location'], from).toBe(to)
  }
  expect((await request.get('/user/abc', { maxRedirects: 0 })).headers()['location']).toBe('/user/1')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a visitor filters the articles and opens one', async ({ page }) => {
    await page.goto('/articles')
    await page.getByRole('combobox', { name: 'Category' }).selectOption('solar-panels')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/category=solar-panels/)
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(6)
    await page.getByRole('main').getByRole('article').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/articles\/[a-z-]+$/)
    await expect(page.getByRole('heading', { name: 'Sources' })).toBeVisible()
  })
  test('the home page, a product, a topic and the about page contain their text', async ({ page }) => {
    for (const [path, words] of [
      ['/', 'Top Rated Products'],
      ['/products/hearthstone-keep-10', 'ten usable kilowatt-hours'],
      ['/forum/1', 'Luton'],
      ['/about#privacy', 'cookie'],
    ] as const) {
      await page.goto(path)
      expect(await page.getByRole('main').innerText()).toContain(words)
    }
  })
})

for (const width of [360, 768, 1280]) {
  // The daily run measures the other two widths on the first path of each page, in accessibility.spec.ts.
  test(`no page overflows at ${width} px`, NIGHTLY, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(path)
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(overflowPx, name).toBeLessThanOrEqual(0)
    }
  })
}

test('HDR-13 HDR-14 HDR-15 the menu is a dialog from the left below 768 px and a bar from 768 px', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 700 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: /menu/i })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await menu.click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  await expect.poll(async () => (await sheet.boundingBox())?.x).toBe(0)
  await sheet.getByRole('link', { name: 'Forum' }).click()
  await expect(page).toHaveURL(/\/forum$/)
  await expect(sheet).toBeHidden()
  await page.setViewportSize({ width: 768, height: 700 })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(menu).toBeHidden()
})

test('HDR-01..08 FTR-01..16 the menu and the footer link to the right pages', async ({ page }) => {
  await page.goto('/')
  const hrefs = (links: Element[]) => links.map((link) => link.getAttribute('href'))
  const main = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').evaluateAll(hrefs)
  expect(main).toEqual(['/', '/articles', '/forum', '/products', '/tools', '/about', '/user/1', '/deploy'])
  const footer = await page.getByRole('contentinfo').getByRole('link').evaluateAll(hrefs)
  const categories = ['electric-vehicles', 'solar-panels', 'battery-storage', 'home-efficiency', 'green-living', 'ev-chargers']
  const anchors = ['team', 'guidelines', 'write', 'advertise', 'contact', 'terms', 'privacy', 'cookies', 'disclaimer']
  expect(footer).toEqual(
    expect.arrayContaining([...categories.map((slug) => `/articles?category=${slug}`), ...anchors.map((anchor) => `/about#${anchor}`)]),
  )
  await page.goto('/about')
  for (const anchor of ['cookies', 'team']) {
    await page.getByRole('contentinfo').locator(`a[href="/about#${anchor}"]`).click()
    await expect(page.locator(`#${anchor}`)).toBeInViewport()
  }
})

test('every picture of a page loads', NIGHTLY, async ({ page }) => {
  for (const path of ['/', '/articles', '/products', '/category/ev-chargers', '/about']) {
    await page.goto(path)
    await expect(page.locator('img').first()).toBeAttached()
    await page.evaluate(() => document.querySelectorAll('img').forEach((image) => image.setAttribute('loading', 'eager')))
    await expect
      .poll(() =>
        page.evaluate(() => [...document.images].filter((image) => !image.complete || image.naturalWidth === 0).map((image) => image.src)),
      )
      .toEqual([])
  }
})

test('the home page loads with a CLS below 0.02', NIGHTLY, async ({ page }) => {
  await watchShifts(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    // The best of three loads counts: a defect of the page shows every time, a slow machine painting between two fonts does not.
    const shifts: number[] = []
    for (let load = 0; load < 3 && !shifts.some((shift) => shift < 0.02); load++) {
      await page.goto('/')
      await waitUntilSettled(page)
      shifts.push(await shiftOf(page))
    }
    expect(Math.min(...shifts), `${width} px: ${shifts.join(', ')}`).toBeLessThan(0.02)
  }
})
