/** Client-side navigation behaves like the browser's own: scroll position, history, fragments, progress, unsaved changes. */
import type { Page } from '@playwright/test'
import { EXPECTED_IN_CONSOLE, signIn } from './administrator.ts'
import { NIGHTLY } from './nightly.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: new RegExp(`${EXPECTED_IN_CONSOLE.source}|Failed to fetch dynamically imported`) })

const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY))
/** Marks the document, to distinguish client-side navigation from a page load. */
const markDocument = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-same', ''))
const expectSameDocument = (page: Page) => expect(page.locator('html[data-same]')).toHaveCount(1)

test('a new page starts at the top; Back, Forward and reload restore the scroll position', async ({ page }) => {
  await page.goto('/articles')
  await markDocument(page)
  const last = page.getByRole('main').getByRole('article').last().getByRole('link').first()
  await last.scrollIntoViewIfNeeded()
  const before = await scrollTop(page)
  expect(before).toBeGreaterThan(300)
  await last.click()
  await expect(page).toHaveURL(/\/articles\/./)
  await expect.poll(() => scrollTop(page)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/articles$/)
  await expect.poll(() => scrollTop(page)).toBe(before)
  await page.goForward()
  await expect.poll(() => scrollTop(page)).toBe(0)
  await expectSameDocument(page)
  await page.goBack()
  await expect.poll(() => scrollTop(page)).toBe(before)
  await page.reload()
  await expect.poll(() => scrollTop(page)).toBe(before)
})

test('a fragment link scrolls to its section; a link to the current URL adds no history entry', NIGHTLY, async ({ page }) => {
  await page.goto('/forum')
  await markDocument(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookies' }).click()
  await expect(page).toHaveURL(/\/about#cookies$/)
  await expect(page.locator('#cookies')).toBeInViewport()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.locator('#terms')).toBeInViewport()
  const steps = await page.evaluate(() => history.length)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  expect(await page.evaluate(() => history.length)).toBe(steps)
  await page.goBack()
  await expect(page).toHaveURL(/#cookies$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/forum$/)
  await expectSameDocument(page)
})

test('the second of two quickly clicked links wins', NIGHTLY, async ({ page }) => {
  await page.goto('/')
  await markDocument(page)
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/about\.page.*\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'About' }).click()
  await bar.getByRole('link', { name: 'Forum' }).click()
  await expect(page).toHaveURL(/\/forum$/)
  gate.resolve()
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(/\/forum$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/forum/i)
  await expectSameDocument(page)
})

test('a progress bar is shown while the files of the next page are delayed', async ({ page }) => {
  await page.goto('/')
  await markDocument(page)
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/about\.page.*\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await expect(bar).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThan(100)
  gate.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About')
  await expect(bar).toHaveCount(0)
  await expectSameDocument(page)
})

test('a page whose files fail to load shows an error, and the next page works', NIGHTLY, async ({ page }) => {
  await page.goto('/')
  // Before a reload the page checks with HEAD whether the server is reachable; the abort prevents the reload.
  await page.route('**', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.fallback()))
  await page.route(/\/assets\/about\.page.*\.js$/, (route) => route.abort())
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await bar.getByRole('link', { name: 'Forum' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/forum$/)
})

test('Back asks for confirmation when there are unsaved changes', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/articles')
  await page.locator('a[href="/admin/users"]').first().click()
  await page.getByRole('button', { name: 'Create User' }).click()
  // A form with a password has no draft.
  await page.getByRole('dialog', { name: 'Create User' }).getByLabel('Username').fill('a_kettle')
  const question = page.getByRole('alertdialog')
  await page.goBack()
  await expect(question).toContainText('Your changes are not saved')
  await expect(page).toHaveURL(/\/admin\/users/)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
  await page.goBack()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/admin\/articles/)
  await expect(page.getByRole('heading', { name: 'Articles Management' })).toBeVisible()
})
