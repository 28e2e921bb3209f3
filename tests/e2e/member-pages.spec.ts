/** A page that is kept for everybody, as somebody who is signed in meets it: at once, without a script, and before it is hydrated. */
import type { Page } from '@playwright/test'
import { shiftOf, watchShifts } from './layout-shift.ts'
import { signUp as makeAccount, unique } from './people.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

const PAGES = [
  '/',
  '/forum',
  '/forum/2',
  '/products',
  '/products/hearthstone-keep-10?tab=reviews',
  '/articles/winter-range',
  '/about',
  '/user/2',
]

/** Signed in, and not having written anything just now: such a one gets a page of their own making. */
async function signUp(page: Page, name: string): Promise<void> {
  await makeAccount(page, name)
  await page.context().clearCookies({ name: 'fresh' })
}

const isMadeForAll = (page: Page) => page.locator('#own-data').evaluate(({ textContent }) => textContent.includes('"username"'))

test('nothing moves and nothing is complained of when a page learns who is looking', NIGHTLY, async ({ page }) => {
  await signUp(page, unique('looker'))
  await watchShifts(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of PAGES) {
      await page.goto(path)
      expect([path, await isMadeForAll(page)]).toEqual([path, true])
      await expect(page.locator('a[href="/account"]').first()).toBeAttached()
      expect([path, width, (await shiftOf(page)) < 0.01]).toEqual([path, width, true])
    }
  }
})

test('after it is hydrated all of it is one’s own', async ({ page }) => {
  const name = unique('owner')
  await signUp(page, name)
  await page.goto('/')
  expect(await isMadeForAll(page)).toBe(true)
  await expect(page.getByText(`Good to have you at the table, ${name}.`)).toBeVisible()
  await page.goto('/forum/2')
  await expect(page.getByText(`You post as ${name}.`)).toBeVisible()
  await page
    .getByRole('button', { name: /^Helpful/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Helpful/ }).first()).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Helpful/ }).first()).toHaveAttribute('aria-pressed', 'true')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('one’s own name is where it was', async ({ page }) => {
    const name = unique('plain')
    await signUp(page, name)
    await page.goto('/')
    await expect(page.getByText(`Good to have you at the table, ${name}.`)).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Your account' })).toBeVisible()
    await page.goto('/forum/2')
    await expect(page.getByText(`You post as ${name}.`)).toBeVisible()
  })
})

test.describe('before the page is hydrated', () => {
  test.use({ waitsForAlive: false })
  test('a vote that was pressed early is a vote', async ({ page }) => {
    await signUp(page, unique('early'))
    const held = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/forum/3')
    const button = page.getByRole('button', { name: /^Helpful/ }).first()
    await button.click()
    await page.getByRole('textbox', { name: 'Your reply' }).fill('Typed before anything was there.')
    held.resolve()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('Typed before anything was there.')
    await expect(page.getByText('to vote.')).toHaveCount(0)
  })
})
