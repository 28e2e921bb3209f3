/** From page to page without loading anew: what the browser does by itself between documents is done here too. */
import type { Page } from '@playwright/test'
import { EXPECTED_IN_CONSOLE, signIn } from './administrator.ts'
import { NIGHTLY } from './nightly.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: new RegExp(`${EXPECTED_IN_CONSOLE.source}|Failed to fetch dynamically imported`) })

const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY))
/** Tells a page that was gone to from one that was loaded. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-same', ''))
const expectSameDocument = (page: Page) => expect(page.locator('html[data-same]')).toHaveCount(1)

test('a new page begins at its top, Back leads to the same line, and so does a reload', async ({ page }) => {
  await page.goto('/articles')
  await mark(page)
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

test('a link to a section leads there, and to the page that is there already is no step', NIGHTLY, async ({ page }) => {
  await page.goto('/forum')
  await mark(page)
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

test('of two links pressed one after the other the second is the one that is gone to', NIGHTLY, async ({ page }) => {
  await page.goto('/')
  await mark(page)
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/about\.page.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'About' }).click()
  await bar.getByRole('link', { name: 'Forum' }).click()
  await expect(page).toHaveURL(/\/forum$/)
  held.resolve()
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(/\/forum$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/forum/i)
  await expectSameDocument(page)
})

test('a bar shows that a page is loading while its files are held up, and not before', async ({ page }) => {
  await page.goto('/')
  await mark(page)
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/about\.page.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await expect(bar).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThan(100)
  held.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About')
  await expect(bar).toHaveCount(0)
  await expectSameDocument(page)
})

test('a page whose files do not come says so, and the next one is shown', NIGHTLY, async ({ page }) => {
  await page.goto('/')
  // The page asks with HEAD whether the server can be reached, and would be reloaded if it could.
  await page.route('**', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.fallback()))
  await page.route(/\/assets\/about\.page.*\.js$/, (route) => route.abort())
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await bar.getByRole('link', { name: 'Forum' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/forum$/)
})

test('Back asks before typed words are lost, stays when told to, and goes when told to', async ({ page }) => {
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
