/** The content security policy: what it refuses fails any browser test (site.ts). Forms that are sent empty: interaction-properties.spec.ts. */
import { expect, test } from './site.ts'

test.describe('what the content security policy refuses', () => {
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

test('the wizard names what is wrong with a domain', async ({ page }) => {
  await page.goto('/deploy')
  await page.getByLabel('Domain name').fill('not a domain')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.locator('[data-part=field-error]').first()).toBeVisible()
})
