/** Every form that checks with zod, opened and sent empty. What the content security policy refuses meanwhile fails any browser test: site.ts. */
import type { Page } from '@playwright/test'
import { EXPECTED_IN_CONSOLE, signIn } from './administrator.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.describe('what the policy refuses', () => {
  test.use({ expectedInConsole: /^The policy forbids script-src/ })
  test('is told, even where the script catches it', async ({ page }) => {
    await page.goto('/about')
    const told = page.waitForEvent('console', (message) => message.text() === 'The policy forbids script-src eval')
    // Playwright's own calls may do what the page's may not.
    await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      heading.addEventListener('click', () => {
        try {
          Reflect.construct(Function, [''])
        } catch {
          // So does a library that only asks whether it may.
        }
      })
    })
    await page.getByRole('heading', { level: 1 }).click()
    expect((await told).type()).toBe('error')
  })
})

/** What stands beside the first field that is wrong. */
const complaint = (page: Page) => page.locator('[data-part=field-error]').first()

test.describe('a visitor', () => {
  for (const [path, button] of [
    ['/enquiry/hearthstone-keep-10', 'Submit Enquiry'],
    ['/sign-up', 'Sign Up Free'],
    ['/sign-in', 'Sign in'],
    ['/forgot-password', 'Send the link'],
  ] as const)
    test(`at ${path}`, async ({ page }) => {
      await page.goto(path)
      await page.locator('main').getByRole('button', { name: button, exact: true }).click()
      await expect(complaint(page)).toBeVisible()
    })

  test('at the steps of a launch', async ({ page }) => {
    await page.goto('/deploy')
    await page.getByLabel('Domain name').fill('not a domain')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(complaint(page)).toBeVisible()
  })
  test('at the window of the Admin Login', NIGHTLY, async ({ page }) => {
    await page.goto('/about')
    await page.getByRole('button', { name: 'Admin Login' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click()
    await expect(complaint(page)).toBeVisible()
  })
})

test.describe('an administrator', () => {
  test.use({ expectedInConsole: EXPECTED_IN_CONSOLE })
  test('at a new product', NIGHTLY, async ({ page }) => {
    await signIn(page)
    await page.goto('/admin/products')
    await page.getByRole('button', { name: 'Add Product' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add Product' }).click()
    await expect(complaint(page)).toBeVisible()
  })
  test('at a new account', NIGHTLY, async ({ page }) => {
    await signIn(page)
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Create User' }).click()
    const dialog = page.getByRole('dialog')
    // What the browser checks by itself it checks first.
    await dialog.getByLabel('Username').fill('x')
    await dialog.getByLabel('Email').fill('x@example.org')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('short')
    await dialog.getByRole('button', { name: 'Create User' }).click()
    await expect(complaint(page)).toBeVisible()
  })
})
