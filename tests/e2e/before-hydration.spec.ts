/** What a visitor does while the scripts are still on their way must not be lost. */
import type { Page } from '@playwright/test'
import { PASSWORD, unique } from './people.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.use({ waitsForAlive: false })

/** Opens a page whose scripts wait; the answer lets them through. */
async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  // After ten seconds a page does without the application (without-script.spec.ts), and a slow machine needs longer for one step here.
  await page.addInitScript(() => {
    const usual = setTimeout
    const patient = (work: () => void, ms = 0, ...given: []) => usual(work, ms === 10_000 ? 600_000 : ms, ...given)
    Object.assign(globalThis, { setTimeout: patient })
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path)
  await expect(page.locator('html[data-hydrated]')).toHaveCount(0)
  return async () => {
    held.resolve()
    await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
  }
}

test('what is typed is sent', async ({ page }) => {
  const letGo = await openHeld(page, '/sign-up')
  const name = unique('early')
  const form = page.getByRole('form', { name: 'Sign up free' })
  await form.getByLabel('Username').fill(name)
  await form.getByLabel('Email').fill(`${name}@example.org`)
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await form.getByLabel('Username').focus()
  await letGo()
  await expect(form.getByLabel('Username')).toBeFocused()
  await form.getByRole('button', { name: 'Sign Up Free' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toBeVisible()
})

test('every field of a form whose fields know of each other keeps its own', NIGHTLY, async ({ page }) => {
  const letGo = await openHeld(page, '/products/ardley-heron-estate?tab=reviews')
  const form = page.getByRole('form', { name: 'Write a review' })
  await form.getByRole('radio', { name: '2 stars' }).check({ force: true })
  await form.getByLabel('Review title').fill('Typed early')
  await form.getByLabel('Your review').fill('Before the page was hydrated.')
  await letGo()
  await form.getByLabel('Your review').press('End')
  await form.getByLabel('Your review').pressSequentially(' And after.')
  await expect(form.getByRole('radio', { name: '2 stars' })).toBeChecked()
  await expect(form.getByLabel('Review title')).toHaveValue('Typed early')
  await form.getByRole('button', { name: 'Submit Review' }).click()
  const review = page.getByRole('article').filter({ hasText: 'Typed early' })
  await expect(review).toContainText('Before the page was hydrated. And after.')
  await expect(review).toContainText('Rating: 2.0 out of 5')
})

test('a choice and a search are made', async ({ page }) => {
  let letGo = await openHeld(page, '/articles')
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Solar Panels' })
  await letGo()
  await expect(page).toHaveURL(/category=solar-panels/)
  await page.unrouteAll()

  letGo = await openHeld(page, '/forum')
  await page.getByRole('searchbox').last().fill('inverter')
  await letGo()
  await expect(page).toHaveURL(/search=inverter/)
})

test('a button that is pressed does its work later, and once', NIGHTLY, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const letGo = await openHeld(page, '/')
  const menu = page.getByRole('banner').getByRole('button', { name: /menu/i })
  await menu.click()
  await menu.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await letGo()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the newsletter takes an address that was sent early, and shows it to nobody', async ({ page }) => {
  const letGo = await openHeld(page, '/')
  const address = page.getByRole('textbox', { name: 'Email address' })
  await address.fill(`${unique('early')}@example.org`)
  await address.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await letGo()
  await expect(page.getByText('Thank you for subscribing to our newsletter!', { exact: true })).toBeVisible()
})

test('a page in the background is hydrated too', NIGHTLY, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
  await page.goto('/about')
  await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
})
