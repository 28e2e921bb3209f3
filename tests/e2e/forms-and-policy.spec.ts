/** Violations of the content security policy fail every browser test (site.ts). Empty forms are in interaction-properties.spec.ts. */
import { expect, test } from './site.ts'

test.describe('content security policy', () => {
  test.use({ expectedInConsole: /^The policy forbids script-src/ })
  test('a violation is reported to the console even if the page’s script catches the error', async ({ page }) => {
    await page.goto('/about')
    const reported = page.waitForEvent('console', (message) => message.text() === 'The policy forbids script-src eval')
    // Playwright's own evaluations bypass the policy, so an event handler of the page calls it.
    await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      heading.addEventListener('click', () => {
        try {
          Reflect.construct(Function, [''])
        } catch {
          // As libraries do that only probe for eval.
        }
      })
    })
    await page.getByRole('heading', { level: 1 }).click()
    expect((await reported).type()).toBe('error')
  })
})

test('the deployment wizard reports an invalid domain', async ({ page }) => {
  await page.goto('/deploy')
  await page.getByLabel('Domain name').fill('not a domain')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.locator('[data-part=field-error]').first()).toBeVisible()
})
