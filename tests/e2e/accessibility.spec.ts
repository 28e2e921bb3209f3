/** On every page, for whoever opens it, in either theme, on a phone and on a desk, nothing stands in anybody's way. */
import type { BrowserContext } from '@playwright/test'
import { signUp, unique } from './people.ts'
import { addressesOf, OFFICE, OWN, pageFiles, PUBLIC } from './every-page.ts'
import { expectNoAxeFaults, expectNoFaults } from './no-faults.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: /status of (401|403|404)|404 \(Not Found\)/, contextOptions: { reducedMotion: 'reduce' } })

test.describe.configure({ timeout: 120_000 })

const BOTH = ['light', 'dark'] as const
/** One theme on a desk and the other on a phone; the next address of the list the other way round. */
const themesOf = (at: number) => (at % 2 ? ({ desk: 'dark', phone: 'light' } as const) : ({ desk: 'light', phone: 'dark' } as const))
/** What is empty or lost looks the same to whoever is signed in. */
const isFull = (path: string) => !/nowhere|nothing|99|extra/.test(path)

test('every page of the site is walked here', () => {
  const walked = Object.keys({ ...PUBLIC, ...OWN, ...OFFICE }).filter((name) => name !== 'site/shell/not-found')
  expect(walked.toSorted()).toEqual(pageFiles().toSorted())
})

for (const [at, path] of [...addressesOf(PUBLIC), '/account', '/admin'].entries()) {
  test(`a visitor at ${path}`, async ({ page }) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expectNoFaults(page, themesOf(at))
  })
}

test.describe('a member', () => {
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>> = []
  test.beforeAll(async ({ browser }) => {
    const page = await browser.newPage({ baseURL: process.env['E2E_URL'] ?? '' })
    await signUp(page, unique('walker'))
    cookies = await page.context().cookies()
    await page.close()
  })
  test.beforeEach(async ({ context }) => context.addCookies(cookies))
  const addresses = [
    ...addressesOf(OWN),
    ...addressesOf(PUBLIC).filter((one) => /^\/(products|forum|articles|enquiry|user|sign)/.test(one) && isFull(one)),
  ]
  for (const [at, path] of addresses.entries()) {
    test(`at ${path}`, async ({ page }) => {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expectNoFaults(page, themesOf(at + 1))
    })
  }
})

test.describe('an administrator', () => {
  test.beforeEach(async ({ page }) => {
    const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' }
    expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
    await page.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
  })
  const addresses = [...addressesOf(OFFICE), '/', '/articles/winter-range', '/forum/1', '/products/hearthstone-keep-10?tab=reviews']
  for (const [at, path] of addresses.entries()) {
    test(`at ${path}`, async ({ page }) => {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expectNoFaults(page, themesOf(at))
    })
  }
})

for (const colorScheme of BOTH) {
  test(`open forms, sheets, choices and messages, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/forum')
    await page.getByRole('button', { name: 'Start New Topic' }).click()
    await page.getByRole('button', { name: 'Post Topic' }).click()
    await expectNoAxeFaults(page, 'a topic')
    await page.goto('/enquiry/plover-home-7')
    await page.getByRole('button', { name: 'Submit Enquiry' }).click()
    await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
    await expectNoAxeFaults(page, 'an enquiry')
    await page.goto('/products/hearthstone-keep-10?tab=reviews')
    await page.getByRole('button', { name: 'Submit Review' }).click()
    await expectNoAxeFaults(page, 'a review')
    await page.goto('/')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('region', { name: /notifications/i }).getByRole('listitem')).toBeVisible()
    await expectNoAxeFaults(page, 'a message')
    await page.goto('/about')
    await page.getByRole('button', { name: /menu/i }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectNoAxeFaults(page, 'the menu')
    await page.keyboard.press('Escape')
    await page.goto('/products?category=ev-chargers')
    await page
      .getByRole('checkbox', { name: /compare/i })
      .first()
      .check()
    await expect(page.locator('.compare-tray')).toBeVisible()
    await expectNoAxeFaults(page, 'the tray')
  })
}
