/** Focus after a response: submitting, clearing and paging must not move it back to the top of the page. */
import type { Page } from '@playwright/test'
import { holdResponse } from './hold-response.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

/** Whether nothing is focused: the next Tab would start at the first link of the header. */
const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body)
const main = (page: Page) => page.locator('#main')

async function openSettled(page: Page, path: string) {
  await page.goto(path)
  await waitUntilSettled(page)
}

test('NEWS-06 NEWS-08 the newsletter form returns focus to the field or button that submitted it', async ({ page }) => {
  await openSettled(page, '/')
  const field = page.getByRole('textbox', { name: 'Email address' })
  const button = page.getByRole('button', { name: 'Subscribe', exact: true })
  const release = await holdResponse(page, '**/api/newsletter')
  await field.fill('keyboard-enter@example.org')
  await field.press('Enter')
  await expect(field).toBeDisabled()
  release()
  await expect(field).toBeEnabled()
  await expect(field).toBeFocused()
  await field.fill('keyboard-button@example.org')
  await button.focus()
  const releaseAgain = await holdResponse(page, '**/api/newsletter')
  await button.press('Enter')
  await expect(page.getByRole('button', { name: 'Subscribing...' })).toBeDisabled()
  releaseAgain()
  await expect(button).toBeFocused()
})

test('focus stays in the review form after posting a review', NIGHTLY, async ({ page }) => {
  await openSettled(page, '/products/quern-portable-2?tab=reviews')
  await page.getByLabel('Review title').fill('Where the keyboard goes')
  await page.getByLabel('Your review').fill('It stays where it was.')
  await page.getByRole('button', { name: 'Submit Review' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Where the keyboard goes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Review' })).toBeFocused()
})

test('focus moves to a nearby element when a link disappears after its activation', NIGHTLY, async ({ page }) => {
  for (const list of ['/articles', '/forum', '/products']) {
    await openSettled(page, `${list}?search=nothing-like-this`)
    await page.getByRole('link', { name: 'Clear Filters' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Clear Filters' })).toHaveCount(0)
    await expect(main(page)).toBeFocused()
  }
  await openSettled(page, '/articles?category=solar-panels')
  await page.getByRole('link', { name: 'Remove filter: Solar Panels' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/articles$/)
  expect(await isFocusLost(page)).toBe(false)

  await openSettled(page, '/products?category=electric-vehicles&range_min=300')
  await page.getByRole('link', { name: 'Clear filters' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/category=electric-vehicles$/)
  await expect(page.locator('summary', { hasText: 'Filters' })).toBeFocused()
})

test('paging a list moves focus to the start of the content', NIGHTLY, async ({ page }) => {
  await openSettled(page, '/products')
  for (const number of [2, 3]) {
    await page.getByRole('link', { name: 'Next page' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`page=${number}$`))
    await expect(main(page)).toBeFocused()
  }
})
