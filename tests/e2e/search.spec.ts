/** Site search: suggestions, the results page with and without JavaScript, and results of the whole site in lists. */
import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, nextPostedBody, test } from './site.ts'

const HTML_QUERY = '"><img src=x onerror=alert(1)><b>heat</b>'
const headerField = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search articles' })
const options = (page: Page) => page.getByRole('banner').getByRole('option')
const kinds = (page: Page) => page.getByRole('navigation', { name: 'Kinds of results' })
const results = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the search page has a form, links to kinds and pages, and highlighted words', async ({ page }) => {
    await page.goto('/search')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search')
    await page.getByRole('main').getByRole('searchbox').fill('battry warranty')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/search\?q=battry\+warranty/)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex,follow')
    await expect(page).toHaveTitle(/^Search: battry warranty/)
    await expect(page.getByText('Did you mean battery warranty?')).toBeVisible()
    await expect(
      page
        .locator('mark')
        .filter({ hasText: /battery/i })
        .first(),
    ).toBeVisible()
    await kinds(page)
      .getByRole('link', { name: /^Products/ })
      .click()
    await expect(page).toHaveURL(/kind=product/)
    await expect(kinds(page).locator('[aria-current=page]')).toHaveText(/^Products/)
    await expect(results(page).first()).toContainText('Product')

    await page.goto('/search?q=heat+pump')
    await page.getByRole('navigation', { name: 'Pages of results' }).getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByText(/results for “heat pump”, page 2 of/)).toBeVisible()
  })
  test('a list with few or no matches adds results from the whole site, one with many does not', NIGHTLY, async ({ page }) => {
    for (const [list, none] of [
      ['/articles', 'No guide contains these exact words. Found on the whole site:'],
      ['/products', 'No product contains these exact words. Found on the whole site:'],
      ['/forum', 'No topic contains these exact words. Found on the whole site:'],
    ] as const) {
      await page.goto(`${list}?search=battry+warranty`)
      const elsewhere = page.getByRole('region', { name: 'Found on the whole site' })
      await expect(elsewhere.getByRole('listitem')).toHaveCount(5)
      await expect(elsewhere.getByRole('link', { name: 'All results for “battry warranty”' })).toHaveAttribute('href', /\/search\?q=battry/)
      await expect(page.getByText(none, { exact: true })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'Clear Filters' })).toBeVisible()
    }
    await page.goto('/articles?search=solar')
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Found on the whole site' })).toHaveCount(0)
  })
  test('HTML in a query is shown as text; without results, similar or the newest guides are listed', NIGHTLY, async ({ page }) => {
    for (const path of ['/search?q=', '/articles?search=', '/products?search=', '/forum?search=', '/forum#ask?title=']) {
      await page.goto(path + encodeURIComponent(HTML_QUERY))
      await expect(page.locator('img[src=x]')).toHaveCount(0)
    }
    await page.goto('/search?q=977+kWh')
    const nearest = page.getByRole('region', { name: 'Similar guides' })
    await expect(nearest.getByRole('listitem')).toHaveCount(3)
    await expect(nearest).toContainText('kWh')
    await page.goto('/search?q=zzzqqqxx')
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
    await expect(nearest).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'The newest guides' }).getByRole('article')).toHaveCount(3)
  })
})

test('a search without results links to the forum with the query as title', NIGHTLY, async ({ page }) => {
  await page.goto('/search?q=zzzqqqxx+yyyvvvjj')
  await waitUntilSettled(page)
  await page.getByRole('link', { name: 'Ask in the forum' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('zzzqqqxx yyyvvvjj')
})

test('suggestions work by keyboard: arrows, Home, End, Escape, Enter', async ({ page }) => {
  await page.goto('/about')
  const field = headerField(page)
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await field.focus()
  await page.keyboard.type('heat pump')
  await expect(options(page).last()).toHaveText('All results for “heat pump”')
  await expect.poll(() => options(page).count()).toBeGreaterThan(3)
  expect(await options(page).count()).toBeLessThan(10)
  await expect(page.getByRole('banner').getByRole('group', { name: 'Guides' })).toBeVisible()
  await expect(field).toHaveAttribute('aria-expanded', 'true')

  const active = () => field.getAttribute('aria-activedescendant').then((id) => (id ? page.locator(`[id="${id}"]`).textContent() : null))
  const last = 'All results for “heat pump”'
  // The first option may change when the response to the last letter arrives.
  const isFirst = async () => (await active()) === (await options(page).first().textContent())
  await page.keyboard.press('ArrowDown')
  await expect.poll(isFirst).toBe(true)
  await page.keyboard.press('End')
  await expect.poll(active).toBe(last)
  await page.keyboard.press('Home')
  await expect.poll(isFirst).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect.poll(active).toBe(null)
  await page.keyboard.press('ArrowUp')
  await expect.poll(active).toBe(last)
  await expectNoAxeViolations(page, 'open suggestions')
  await page.keyboard.press('Escape')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(field).toHaveValue('heat pump')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(isFirst).toBe(true)
  const chosen = await active()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(chosen ?? '')
  await expect(field).toHaveValue('')
})

test('typing on aborts the outdated request for suggestions', NIGHTLY, async ({ page }) => {
  await page.goto('/about')
  await page.route(/suggestions\?q=hea$/, () => undefined)
  const asked = page.waitForRequest(/suggestions\?q=hea$/)
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('suggestions?q=hea'))
  await headerField(page).focus()
  await page.keyboard.type('hea')
  await asked
  await page.keyboard.type('t pump')
  await givenUp
  await expect.poll(() => options(page).count()).toBeGreaterThan(3)
})

test(
  'recent searches are stored on the device and can be cleared; the / key focuses the field until switched off',
  NIGHTLY,
  async ({ page }) => {
    await page.goto('/about')
    await page.keyboard.press('/')
    const field = headerField(page)
    await expect(field).toBeFocused()
    await page.keyboard.type(HTML_QUERY)
    await expect(options(page).last()).toHaveText(`All results for “${HTML_QUERY}”`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/articles\?search=/)
    await page.goto('/search')
    await page.getByRole('main').getByRole('searchbox').fill('smart meter')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/q=smart\+meter/)
    // In a field, / is an ordinary character.
    await page.getByRole('main').getByRole('searchbox').press('/')
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('smart meter/')

    await page.goto('/about')
    await page.keyboard.press('/')
    await expect(options(page)).toHaveText(['smart meter', HTML_QUERY])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=smart\+meter$/)
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('/')
    await page.getByRole('button', { name: 'Turn off the shortcut' }).click()
    await page.getByRole('button', { name: 'Clear recent searches' }).click()
    await expect(options(page)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBe(null)
    await page.goto('/about')
    await page.keyboard.press('/')
    await expect(field).not.toBeFocused()
  },
)

test('on a phone the menu has the search field; Escape closes the suggestions before the menu', NIGHTLY, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  const field = sheet.getByRole('combobox', { name: 'Search articles' })
  await field.focus()
  await page.keyboard.type('warranty')
  await expect.poll(() => sheet.getByRole('option').count()).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  await expect(sheet.getByRole('option').first()).toBeHidden()
  await expect(sheet).toBeVisible()
  const suggested = page.waitForResponse(/suggestions\?q=warranty\+claim$/)
  await page.keyboard.type(' claim')
  await suggested
  // Arriving suggestions move the last option.
  await waitUntilSettled(page)
  await sheet.getByRole('option', { name: 'All results for “warranty claim”' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/search\?q=warranty\+claim$/)
  await waitUntilSettled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('an opened result is counted; a search without results links to the forum form with the query as title', async ({ page }) => {
  await page.goto('/search?q=heat+pump+noise')
  await expectNoAxeViolations(page, 'results')
  const link = results(page).first().getByRole('link')
  const url = await link.getAttribute('href')
  const counted = nextPostedBody(page, '/api/search/clicks')
  await link.click()
  expect(await counted).toEqual({ q: 'heat pump noise', url })
  await expect(page).toHaveURL(new RegExp(`${url}$`))

  await page.goto('/search?q=zzzqqqxx+wibble')
  await expectNoAxeViolations(page, 'nothing found')
  await page.getByRole('link', { name: 'Ask in the forum' }).click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveValue('zzzqqqxx wibble')
  await expect(title).toBeFocused()
})

test('an opened suggestion is counted like a result', async ({ page }) => {
  await page.goto('/about')
  await headerField(page).fill('heat pump')
  const option = options(page).first()
  await expect(option).not.toHaveText(/^All results/)
  const url = await option.getAttribute('href')
  const counted = nextPostedBody(page, '/api/search/clicks')
  await option.click()
  expect(await counted).toEqual({ q: 'heat pump', url })
  await expect(page).toHaveURL(new RegExp(`${url}$`))
})

test('a list adds results from the whole site while the visitor types if it has few itself', NIGHTLY, async ({ page }) => {
  await page.goto('/products')
  await page.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill('granny cable rain')
  const elsewhere = page.getByRole('region', { name: 'Found on the whole site' })
  await expect(elsewhere.getByRole('listitem').first()).toBeVisible()
  await elsewhere.getByRole('link', { name: /^All results for/ }).click()
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('granny cable rain')
})

test('a search in a list is counted once, after typing has stopped', async ({ page }) => {
  const counted: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search' && !searchParams.has('uncounted')) counted.push(searchParams.get('q') ?? '')
  })
  await page.clock.install()
  await page.goto('/products')
  await waitUntilSettled(page)
  // From here on only the test advances the clock.
  await page.clock.pauseAt(Date.now() + 600_000)
  const field = page.getByRole('main').getByRole('searchbox', { name: 'Search' })
  for (const words of ['granny', 'granny cable', 'granny cable rain']) {
    const searched = page.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === words)
    await field.fill(words)
    await page.clock.runFor(500)
    expect(new URL((await searched).url()).searchParams.get('uncounted')).toBe('1')
  }
  expect(counted).toEqual([])
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return counted
    })
    .toEqual(['granny cable rain'])
})
