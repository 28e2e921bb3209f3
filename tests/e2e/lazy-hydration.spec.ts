/** Static content is hydrated on the first interaction, and the input of that interaction is not lost. */
import type { Locator, Page } from '@playwright/test'
import { signUp, unique } from './people.ts'
import { expect, test } from './site.ts'

const PRODUCT = '/products/ardley-heron-estate'

/** Detects hydration by the props that React attaches to each hydrated element. */
const isHydrated = (part: Locator) => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')))

/** Returns the share of hydrated elements in `main`, except long texts, which are set as inner HTML. */
const hydratedShare = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('main *:not(.prose *)')]
    return all.filter((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))).length / all.length
  })

/** @returns a function that reports how many of the current elements are still in the page */
async function watchElements(page: Page): Promise<() => Promise<string>> {
  // Placeholders of what only members or administrators see, of toolbars, and notices of slow scripts, are replaced.
  const replaced =
    '[data-for], [data-for] *, [data-part=late-notice], [data-part=late-notice] *, [data-part=toolbar-space], [data-part=toolbar-space] *'
  const elements = await page.evaluateHandle(
    (selector) => [...document.querySelectorAll('main *, footer *')].filter((element) => !element.matches(selector)),
    replaced,
  )
  return () => elements.evaluate((all) => `${all.filter((one) => one.isConnected).length} of ${all.length}`)
}

test('a page stays server-rendered until the first interaction, and hydration keeps its elements', async ({ page }) => {
  for (const path of ['/', '/articles', '/articles/winter-range', '/products', PRODUCT, '/forum', '/forum/1', '/category/solar-panels']) {
    await page.goto(path)
    const footer = page.getByRole('contentinfo')
    await expect(page.getByRole('banner')).toBeVisible()
    expect(await isHydrated(page.getByRole('banner')), `${path}: header`).toBe(true)
    expect(await isHydrated(footer), `${path}: footer`).toBe(false)
    // Components above a dehydrated boundary must not re-render by themselves: React would hydrate the boundary immediately.
    expect(await hydratedShare(page), path).toBeLessThan(0.4)
    const remaining = await watchElements(page)
    await page.mouse.move(200, 200)
    await expect.poll(() => isHydrated(footer)).toBe(true)
    const [connected, total] = (await remaining()).split(' of ').map(Number)
    expect(connected, path).toBe(total)
  }
})

test('the first click on a link navigates without a page load; the first click on a tab opens it', async ({ page }) => {
  await page.goto('/products')
  await page.evaluate(() => Object.assign(window, { stays: true }))
  await page.getByRole('main').getByRole('article').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/products\/.+/)
  expect(await page.evaluate(() => 'stays' in window)).toBe(true)

  await page.goto(PRODUCT)
  await page.getByRole('tab', { name: /Reviews/ }).click()
  await expect(page.getByRole('tab', { name: /Reviews/ })).toHaveAttribute('aria-selected', 'true')
})

test('field changes without pointer or key events take effect after hydration', async ({ page }) => {
  await page.goto('/products')
  const tick = page
    .getByRole('main')
    .getByRole('checkbox', { name: /^Compare/ })
    .first()
  expect(await isHydrated(tick)).toBe(false)
  await tick.evaluate((box: HTMLInputElement) => box.click())
  await expect(page.getByText('1 of 4 to compare.')).toBeAttached()
  await expect(tick).toBeChecked()

  // It is checked after a reload, before any interaction.
  await page.reload()
  await expect(tick).toBeChecked()
  await page.evaluate(() => localStorage.clear())

  await page.goto(PRODUCT)
  const order = page.getByRole('main').getByRole('combobox', { includeHidden: true }).first()
  expect(await isHydrated(order)).toBe(false)
  await order.evaluate((select: HTMLSelectElement) => {
    select.selectedIndex = 1
    for (const name of ['input', 'change']) select.dispatchEvent(new Event(name, { bubbles: true }))
  })
  await expect(page).toHaveURL(/sort=/)
})

test('a product opened at its reviews accepts a submit without pointer or key events', async ({ page }) => {
  await page.goto(`${PRODUCT}?tab=reviews`)
  const send = page.getByRole('button', { name: 'Submit Review' })
  await expect(send).toBeEnabled()
  expect(await isHydrated(page.getByRole('contentinfo'))).toBe(false)
  await send.evaluate((button: HTMLButtonElement) => button.click())
  await expect(page.getByText('Please provide both a title and content for your review.').first()).toBeVisible()
})

test('a page that is not hydrated yet updates when the visitor signs in in another tab', async ({ page, context }) => {
  await page.goto(PRODUCT)
  const footer = page.getByRole('contentinfo')
  expect(await isHydrated(footer)).toBe(false)
  const other = await context.newPage()
  await signUp(other, unique('elsewhere'))
  await other.goto('/about')
  await other.evaluate(() => localStorage.setItem('session-changed', String(Date.now())))
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(footer.getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('form', { name: 'Write a review', includeHidden: true })).toBeAttached()
})

test('a member’s page is hydrated completely', async ({ page }) => {
  await page.goto('/about')
  await signUp(page, unique('whole'))
  await page.goto('/products')
  await expect.poll(() => isHydrated(page.getByRole('contentinfo'))).toBe(true)
})
