/** axe finds nothing in the back-office or on one's own account, in either theme; nothing sticks out at any width. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: /status of (401|403|404)/ })

const OFFICE = [
  '',
  '/analytics',
  '/sites',
  '/products',
  '/articles',
  '/forums',
  '/users',
  '/enquiries',
  '/settings',
  '/mail',
  '/audit',
  '/trash',
].map((path) => `/admin${path}`)
const OWN = ['/account', '/account?tab=security', '/account?tab=sessions', '/account?tab=data']
const DOORS = [
  '/deploy',
  '/deploy?step=2',
  '/deploy?step=3',
  '/claim',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
]
const DIALOGS: [path: string, button: RegExp][] = [
  ['/admin/products', /^Add Product/],
  ['/admin/products', /^Edit/],
  ['/admin/articles', /^Create Article/],
  ['/admin/articles', /^Edit/],
  ['/admin/forums', /^Add Forum Topic/],
  ['/admin/forums', /^Edit/],
  ['/admin/users', /^Create User/],
  ['/admin/users', /^View/],
  ['/admin/enquiries', /^View/],
]

async function check(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.html.slice(0, 160))
          .join(' | ')}`,
    ),
  ).toEqual([])
}

test.describe('signed in', () => {
  test.beforeEach(async ({ page }) => {
    const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' }
    expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
    await page.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })
      for (const path of [...OFFICE, ...OWN]) {
        test(`axe: ${path}`, async ({ page }) => {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await check(page)
        })
      }
      for (const [path, button] of DIALOGS) {
        test(`axe: ${path}, ${button.source}`, async ({ page }) => {
          await page.goto(path)
          await page.getByRole('main').getByRole('button', { name: button }).first().click()
          await expect(page.getByRole('dialog')).toBeVisible()
          await check(page)
        })
      }
    })
  }

  for (const width of [360, 768, 1280]) {
    test(`nothing sticks out at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      for (const path of [...OFFICE, ...OWN]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect([path, over]).toEqual([path, 0])
      }
    })
  }

  test('ADM-NAV-05 ADM-PROD-05 on a phone the menu is a sheet and rows are cards', async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 800 })
    await page.goto('/admin/products')
    await expect(page.getByRole('columnheader', { name: 'Name' })).not.toBeInViewport()
    await page.getByRole('button', { name: /admin menu/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Administration' })
    await sheet.getByRole('link', { name: 'Articles' }).click()
    await expect(page.getByRole('heading', { name: 'Articles Management' })).toBeVisible()
    await expect(sheet).toBeHidden()
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(page.getByRole('button', { name: /admin menu/ })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Articles' })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`doors, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })
    for (const path of DOORS) {
      test(`axe: ${path}`, async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await check(page)
      })
    }
    test('axe: the administrator’s dialog', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Admin Login' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check(page)
    })
  })
}
