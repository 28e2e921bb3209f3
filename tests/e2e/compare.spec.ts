/** Product comparison, the compare tray, and spec filters: with keyboard, on a phone and without JavaScript. */
import type { Page } from '@playwright/test'
import { shiftOf, watchShifts } from './layout-shift.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

const CARS = '/compare?p=otterbourne-tern-77,wrenfield-lark-58'
const THREE = '/compare?p=hearthstone-keep-10,larder-wall-5,quern-portable-2'
const DIFFERENCES_SHOWN = /^\d+ of \d+ lines differ\. Only these are shown\.$/

const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the comparison page marks best and differing values, shows only differences on request, and links to add and remove products', async ({
    page,
  }) => {
    await page.goto(CARS)
    await expect(page).toHaveTitle(/^Compare Otterbourne Tern 77 and Wrenfield Lark 58 \|/)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex,follow')
    await expect(page.getByRole('columnheader', { name: 'Otterbourne Tern 77' })).toBeVisible()
    await expect(rowOf(page, /Official range/)).toHaveText(/318 miles\s*Best.*262 miles/)
    await expect(rowOf(page, /^Price (?!and)/)).toHaveText(/£34,995.*£28,450\s*Best\s*$/)
    await expect(page.getByRole('rowheader', { name: 'AC charging' })).not.toContainText('differs')
    await expect(page.getByRole('rowheader', { name: 'Boot (differs)' })).toBeVisible()

    await page.getByRole('checkbox', { name: 'Only differences' }).check()
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/differences=1/)
    await expect(page.getByText(DIFFERENCES_SHOWN)).toBeVisible()
    await expect(rowOf(page, /AC charging/)).toHaveCount(0)
    await page.getByRole('link', { name: 'Add Ardley Heron Estate' }).click()
    await expect(page.getByRole('columnheader')).toHaveText([/Line/, /^Ardley Heron Estate/, /^Otterbourne Tern 77/, /^Wrenfield Lark 58/])
    await page.getByRole('link', { name: 'Remove Wrenfield Lark 58' }).click()
    await expect(page).toHaveURL(/p=ardley-heron-estate,otterbourne-tern-77&differences=1$/)
  })
  test('an empty comparison links to the categories, and a product list is filtered by its form', async ({ page }) => {
    await page.goto('/compare')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/compare$/)
    await page.getByRole('main').getByRole('link', { name: 'Battery Storage' }).click()
    await expect(page.getByRole('columnheader')).toHaveCount(4)

    await page.goto('/products?category=electric-vehicles')
    await page.getByText('Filters', { exact: true }).click()
    await page.getByRole('spinbutton', { name: 'Range, at least, miles' }).fill('300')
    await page.getByRole('button', { name: 'Show' }).last().click()
    await expect(page).toHaveURL(/range_min=300/)
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Wrenfield Lark 58' })).toHaveCount(0)
  })
})

test('the comparison page reports missing products and compares the others, also across categories', async ({ page, request }) => {
  await page.goto('/compare?p=hearthstone-keep-10,nowhere,plover-home-7')
  await expect(page.getByText('One product was not found')).toBeVisible()
  await expect(page.getByText('“nowhere”')).toBeVisible()
  await expect(page.getByText('These are different kinds of product')).toBeVisible()
  await expect(rowOf(page, /^Weight/)).toHaveText(/118 kg.*3.1 kg/)
  await expect(rowOf(page, /^Usable capacity/)).toHaveText(/10.0 kWh.*not stated/)
  await page.goto('/compare?p=a,b,c,d,e')
  await expect(page.getByText('4 products were not found')).toBeVisible()
  expect((await request.get('/compare?p=nowhere')).status()).toBe(404)
})
test.use({ expectedInConsole: /404 \(Not Found\)/ })

test('products are selected by keyboard and compared without layout shifts', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await watchShifts(page)
  await page.goto('/products?category=electric-vehicles')
  await waitUntilSettled(page)
  // Shifts while the page loads do not count: a slow machine paints half a page first.
  const shiftOnLoad = await shiftOf(page, { withInput: true })
  const tick = (name: string) => page.getByRole('checkbox', { name: `Compare ${name}` })
  for (const name of ['Wrenfield Lark 58', 'Otterbourne Tern 77']) {
    await tick(name).focus()
    await page.keyboard.press('Space')
    await expect(tick(name)).toBeChecked()
  }
  const tray = page.getByRole('complementary', { name: 'Products to compare' })
  await expect(tray).toContainText('2 of 4 to compare')
  await expect(page.getByText('Otterbourne Tern 77 added. 2 of 4 to compare.')).toBeAttached()
  for (const name of ['Ardley Heron Estate', 'Pinnock Finch 40', 'Calder Vole 6']) await tick(name).click()
  await expect(page.getByText('You can compare up to four products', { exact: true })).toBeVisible()
  await expect(tick('Calder Vole 6')).not.toBeChecked()
  await waitUntilSettled(page)
  expect((await shiftOf(page, { withInput: true })) - shiftOnLoad).toBeLessThan(0.02)

  await tray.getByRole('button', { name: 'Remove Ardley Heron Estate' }).focus()
  await page.keyboard.press('Enter')
  await expect(tray.getByRole('button', { name: 'Remove Pinnock Finch 40' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tray).toContainText('2 of 4')
  await page.reload()
  await expect(tick('Otterbourne Tern 77')).toBeChecked()

  await tray.getByRole('link', { name: 'Compare' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/compare\?p=otterbourne-tern-77,wrenfield-lark-58$/)
  await expect(rowOf(page, /AC charging/)).toBeVisible()
  await expect(tray).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Only differences' }).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/&differences=1$/)
  await expect(page.getByRole('main').getByText(DIFFERENCES_SHOWN)).toBeVisible()
  await expect(rowOf(page, /AC charging/)).toHaveCount(0)
  const compared = page.url()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
  // Permissions-Policy forbids reading the clipboard, so the test pastes.
  const find = page.getByRole('searchbox', { name: 'Find in Electric Vehicles' })
  await find.press('ControlOrMeta+V')
  // The search field updates the URL.
  await expect(find).toHaveValue(compared)

  await page.getByRole('searchbox', { name: 'Find in Electric Vehicles' }).fill('estate')
  await expect(page.getByRole('region', { name: 'Add another' }).getByRole('link')).toHaveText([/Ardley Heron Estate/])
  await page.getByRole('link', { name: 'Add Ardley Heron Estate' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'Remove Wrenfield Lark 58' }).click()
  await expect(page).toHaveURL(/p=ardley-heron-estate,otterbourne-tern-77&differences=1$/)

  await page.goto('/products')
  await expect(tray).toContainText('2 of 4')
  await tray.getByRole('button', { name: 'Clear' }).click()
  await expect(tray).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
})

test('the “Only differences” checkbox is checked at once and keeps the search for products', NIGHTLY, async ({ page }) => {
  await page.goto(`${CARS}&find=estate`)
  await waitUntilSettled(page)
  const only = page.getByRole('checkbox', { name: 'Only differences' })
  // `check()` asserts the state directly after the click.
  await only.check()
  await expect(page).toHaveURL(/differences=1&find=estate$/)
  await page.getByRole('link', { name: 'Remove Wrenfield Lark 58' }).click()
  await expect(page).toHaveURL(/p=otterbourne-tern-77&differences=1&find=estate$/)
  await expect(page.getByRole('searchbox', { name: 'Find in Electric Vehicles' })).toHaveValue('estate')
})

test('the toast about a fifth product does not cover the tray', NIGHTLY, async ({ page }) => {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/products?category=electric-vehicles')
    await waitUntilSettled(page)
    const ticks = page.getByRole('checkbox', { name: /^Compare / })
    for (const at of [0, 1, 2, 3]) if (!(await ticks.nth(at).isChecked())) await ticks.nth(at).click()
    // The toast slides in, and disappears after five seconds.
    await expect(async () => {
      await ticks.nth(4).click()
      const toast = page.getByRole('listitem').filter({ hasText: 'You can compare up to four products' }).last()
      const message = await toast.boundingBox({ timeout: 2000 })
      const tray = await page.getByRole('complementary', { name: 'Products to compare' }).boundingBox()
      expect((message?.y ?? Infinity) + (message?.height ?? 0)).toBeLessThanOrEqual(tray?.y ?? 0)
    }).toPass()
  }
})

test('the comparison page without products in its URL shows the tray of the selected ones', async ({ page }) => {
  await page.goto('/products?category=battery-storage')
  await page.getByRole('checkbox', { name: 'Compare Larder Wall 5' }).check()
  await page.getByRole('checkbox', { name: 'Compare Hearthstone Keep 10' }).check()
  await page.goto('/compare')
  await page.getByRole('complementary', { name: 'Products to compare' }).getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/\/compare\?p=hearthstone-keep-10,larder-wall-5$/)
})

test('a product page adds its product to the comparison', NIGHTLY, async ({ page }) => {
  await page.goto('/products/larder-wall-5')
  await page.getByRole('main').getByRole('checkbox', { name: 'Compare Larder Wall 5' }).check()
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Compare it with' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })
  test('two compared products fit side by side, and their names stay visible while scrolling', NIGHTLY, async ({ page }) => {
    await page.goto(CARS)
    await waitUntilSettled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const [one, two] = [
      page.getByRole('columnheader', { name: 'Otterbourne Tern 77' }),
      page.getByRole('columnheader', { name: 'Wrenfield Lark 58' }),
    ]
    await page.getByRole('rowheader', { name: /Vehicle warranty/ }).scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollBy(0, 200))
    await expect(one).toBeInViewport()
    const [left, right] = [await one.boundingBox(), await two.boundingBox()]
    expect(left?.x).toBeLessThan(right?.x ?? 0)
    expect(Math.abs((left?.y ?? 0) - (right?.y ?? 99))).toBeLessThan(2)
    const header = await page.getByRole('banner').boundingBox()
    expect(left?.y).toBeCloseTo(header?.height ?? 0, -1)
  })
  test('three compared products scroll sideways within their region, with fixed row headers', NIGHTLY, async ({ page }) => {
    await page.goto(THREE)
    await waitUntilSettled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const region = page.getByRole('region', { name: 'Comparison' })
    const head = page.getByRole('rowheader', { name: /Usable capacity/ })
    const before = await head.boundingBox()
    await region.focus()
    for (let at = 0; at < 8; at++) await page.keyboard.press('ArrowRight')
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
    expect((await head.boundingBox())?.x).toBeCloseTo(before?.x ?? -1, 0)
    await expect(page.getByRole('columnheader', { name: 'Larder Wall 5' })).toBeInViewport()
    await expect(page.getByText('Scroll sideways to see all 3 products.')).toBeVisible()
    // Every line scrolls with the page.
    expect(await region.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1)
  })
  test('the comparison tray is one line high and does not cover the end of the page', NIGHTLY, async ({ page }) => {
    await page.goto('/products/larder-wall-5')
    await page.getByRole('main').getByRole('checkbox', { name: 'Compare Larder Wall 5' }).check()
    const tray = page.getByRole('complementary', { name: 'Products to compare' })
    const { height = 999, y = 0 } = (await tray.boundingBox()) ?? {}
    expect(height).toBeLessThan(72)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const end = await page.getByText(/^©/).boundingBox()
    expect((end?.y ?? 999) + (end?.height ?? 0)).toBeLessThanOrEqual(y)
  })
})

test('a URL with another order of the products is redirected to the canonical URL without a history entry', NIGHTLY, async ({ page }) => {
  await page.goto('/products')
  await page.goto('/compare?p=wrenfield-lark-58,otterbourne-tern-77&find=estate')
  await expect(page).toHaveURL(/\/compare\?p=otterbourne-tern-77,wrenfield-lark-58&find=estate$/)
  // The same on client-side navigation, as from a link in an old tab.
  const before = await page.evaluate(() => history.length)
  await page.evaluate(() => {
    history.replaceState(history.state, '', '/compare?p=wrenfield-lark-58,otterbourne-tern-77')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
  await expect(page).toHaveURL(/\/compare\?p=otterbourne-tern-77,wrenfield-lark-58$/)
  await expect(page.getByRole('columnheader')).toHaveText([/Line/, /Otterbourne Tern 77/, /Wrenfield Lark 58/])
  expect(await page.evaluate(() => history.length)).toBe(before)
  await page.goBack()
  await expect(page).toHaveURL(/\/products$/)
})

test('a deleted product disappears from the comparison tray', NIGHTLY, async ({ page }) => {
  await page.goto('/products')
  await page.evaluate(() =>
    localStorage.setItem(
      'compare',
      JSON.stringify([
        { slug: 'gone', name: 'Gone', categoryId: 1 },
        { slug: 'larder-wall-5', name: 'Larder Wall 5', categoryId: 3 },
      ]),
    ),
  )
  await page.reload()
  await page.getByRole('complementary', { name: 'Products to compare' }).getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByText('“gone”')).toBeVisible()
  await page.goto('/products')
  await expect(page.getByRole('complementary', { name: 'Products to compare' })).toContainText('1 of 4')
})

test('printing the comparison page prints the comparison only', NIGHTLY, async ({ page }) => {
  await page.goto(THREE)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(rowOf(page, /Usable capacity/)).toBeVisible()
})
