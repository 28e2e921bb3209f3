/** What is read is hydrated once somebody does something; nothing of what they do first is lost by it. */
import type { Locator, Page } from '@playwright/test'
import { signUp, unique } from './people.ts'
import { expect, test } from './site.ts'

const PRODUCT = '/products/ardley-heron-estate'

/** Only React itself leaves a trace of what is hydrated: the properties of each of its elements. */
const isHydrated = (part: Locator) => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')))

/** Of the elements of the page itself, without frame. A long text is set as a whole and has no part in this. */
const hydratedShare = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('main *:not(.prose *)')]
    return all.filter((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))).length / all.length
  })

/** @returns which of them are still in the page, after it was said which there are */
async function watchElements(page: Page): Promise<() => Promise<string>> {
  const elements = await page.evaluateHandle(() => [...document.querySelectorAll('main *, footer *')])
  return () => elements.evaluate((all) => `${all.filter((one) => one.isConnected).length} of ${all.length}`)
}

test('a page that is only read stays as the server wrote it, and nothing is drawn anew when somebody comes', async ({ page }) => {
  for (const path of ['/', '/articles', '/articles/winter-range', '/products', PRODUCT, '/forum', '/forum/1', '/category/solar-panels']) {
    await page.goto(path)
    const footer = page.getByRole('contentinfo')
    await expect(page.getByRole('banner')).toBeVisible()
    expect([path, await isHydrated(page.getByRole('banner')), await isHydrated(footer)]).toEqual([path, true, false])
    // What stands above a part that waits must not be drawn again by itself: then it is hydrated at once.
    expect(await hydratedShare(page), path).toBeLessThan(0.4)
    const remaining = await watchElements(page)
    await page.mouse.move(200, 200)
    await expect.poll(() => isHydrated(footer)).toBe(true)
    const [now, all] = (await remaining()).split(' of ').map(Number)
    // What only a browser adds takes the place of little.
    expect(all! - now!).toBeLessThan(5)
  }
})

test('the first click moves without loading anew, and opens a tab', async ({ page }) => {
  await page.goto('/products')
  await page.evaluate(() => Object.assign(window, { stays: true }))
  await page.getByRole('main').getByRole('article').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/products\/.+/)
  expect(await page.evaluate(() => 'stays' in window)).toBe(true)

  await page.goto(PRODUCT)
  await page.getByRole('tab', { name: /Reviews/ }).click()
  await expect(page.getByRole('tab', { name: /Reviews/ })).toHaveAttribute('aria-selected', 'true')
})

test('what changes a field without touch or key is noticed', async ({ page }) => {
  await page.goto('/products')
  const tick = page
    .getByRole('main')
    .getByRole('checkbox', { name: /^Compare/ })
    .first()
  expect(await isHydrated(tick)).toBe(false)
  await tick.evaluate((box: HTMLInputElement) => box.click())
  await expect(page.getByText('1 of 4 to compare.')).toBeAttached()
  await expect(tick).toBeChecked()

  // Loaded again it is ticked, though nobody has done anything yet.
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

test('a product that is opened at its reviews takes one at once, also from what moves no pointer and presses no key', async ({ page }) => {
  await page.goto(`${PRODUCT}?tab=reviews`)
  const send = page.getByRole('button', { name: 'Submit Review' })
  await expect(send).toBeEnabled()
  expect(await isHydrated(page.getByRole('contentinfo'))).toBe(false)
  await send.evaluate((button: HTMLButtonElement) => button.click())
  await expect(page.getByText('Please provide both a title and content for your review.').first()).toBeVisible()
})

test('whoever signs in in another tab is shown their page here', async ({ page, context }) => {
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

test('a member’s page is hydrated whole', async ({ page }) => {
  await page.goto('/about')
  await signUp(page, unique('whole'))
  await page.goto('/products')
  await expect.poll(() => isHydrated(page.getByRole('contentinfo'))).toBe(true)
})
