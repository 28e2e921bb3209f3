/** Input before hydration must not be lost. */
import type { Page } from '@playwright/test'
import { PASSWORD, unique } from './people.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.use({ waitsForAlive: false })

/** Opens a page whose scripts are held back. @returns a function that releases them and waits for hydration */
async function openUnhydrated(page: Page, path: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  // After 10 s a page falls back to plain HTML (without-script.spec.ts); a slow machine needs longer for one step here.
  await page.addInitScript(() => {
    const realSetTimeout = setTimeout
    const patientSetTimeout = (work: () => void, ms = 0, ...args: []) => realSetTimeout(work, ms === 10_000 ? 600_000 : ms, ...args)
    Object.assign(globalThis, { setTimeout: patientSetTimeout })
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(path)
  await expect(page.locator('html[data-hydrated]')).toHaveCount(0)
  return async () => {
    gate.resolve()
    await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
  }
}

test('text typed before hydration is submitted', async ({ page }) => {
  const releaseScripts = await openUnhydrated(page, '/sign-up')
  const name = unique('early')
  const form = page.getByRole('form', { name: 'Sign up free' })
  await form.getByLabel('Username').fill(name)
  await form.getByLabel('Email').fill(`${name}@example.org`)
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await form.getByLabel('Username').focus()
  await releaseScripts()
  await expect(form.getByLabel('Username')).toBeFocused()
  await form.getByRole('button', { name: 'Sign Up Free' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toBeVisible()
})

test('every field of a form with shared state keeps its value across hydration', NIGHTLY, async ({ page }) => {
  const releaseScripts = await openUnhydrated(page, '/products/ardley-heron-estate?tab=reviews')
  const form = page.getByRole('form', { name: 'Write a review' })
  await form.getByRole('radio', { name: '2 stars' }).check({ force: true })
  await form.getByLabel('Review title').fill('Typed early')
  await form.getByLabel('Your review').fill('Before the page was hydrated.')
  await releaseScripts()
  await form.getByLabel('Your review').press('End')
  await form.getByLabel('Your review').pressSequentially(' And after.')
  await expect(form.getByRole('radio', { name: '2 stars' })).toBeChecked()
  await expect(form.getByLabel('Review title')).toHaveValue('Typed early')
  await form.getByRole('button', { name: 'Submit Review' }).click()
  const review = page.getByRole('article').filter({ hasText: 'Typed early' })
  await expect(review).toContainText('Before the page was hydrated. And after.')
  await expect(review).toContainText('Rating: 2.0 out of 5')
})

test('a selection and a search made before hydration take effect', async ({ page }) => {
  let releaseScripts = await openUnhydrated(page, '/articles')
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Solar Panels' })
  await releaseScripts()
  await expect(page).toHaveURL(/category=solar-panels/)
  await page.unrouteAll()

  releaseScripts = await openUnhydrated(page, '/forum')
  await page.getByRole('searchbox').last().fill('inverter')
  await releaseScripts()
  await expect(page).toHaveURL(/search=inverter/)
})

test('a button pressed twice before hydration acts once after it', NIGHTLY, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const releaseScripts = await openUnhydrated(page, '/')
  const menu = page.getByRole('banner').getByRole('button', { name: /menu/i })
  await menu.click()
  await menu.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await releaseScripts()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a newsletter form sent before hydration subscribes and keeps the email out of the URL', async ({ page }) => {
  const releaseScripts = await openUnhydrated(page, '/')
  const email = page.getByRole('textbox', { name: 'Email address' })
  await email.fill(`${unique('early')}@example.org`)
  await email.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await releaseScripts()
  await expect(page.getByText('Thank you for subscribing to our newsletter!', { exact: true })).toBeVisible()
})

test('a page in a background tab is hydrated', NIGHTLY, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
  await page.goto('/about')
  await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
})
