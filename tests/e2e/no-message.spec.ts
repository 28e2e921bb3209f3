/** Error messages when a proxy or a failing server responds without a usable message. */
import type { Page } from '@playwright/test'
import { EXPECTED_IN_CONSOLE, expectToast, signIn } from './administrator.ts'
import { press, toSummary } from './assistant.ts'
import { NIGHTLY, nightlyUnless } from './nightly.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: new RegExp(`${EXPECTED_IN_CONSOLE.source}|status of 50[02]`) })

const RESPONSES = {
  'an empty object': { status: 500, contentType: 'application/json', body: '{}' },
  'an empty body': { status: 500, body: '' },
  'an HTML page': {
    status: 502,
    contentType: 'text/html',
    body: '<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>',
  },
}
const FALLBACK_MESSAGE = 'The server could not answer. Please try again.'

/** Fulfils every write request with `response`. */
const fulfillWrites = (page: Page, response: (typeof RESPONSES)[keyof typeof RESPONSES]) =>
  page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : route.fulfill(response)))

for (const [kind, response] of Object.entries(RESPONSES)) {
  test(`ADM-ART-27 ADM-ART-32 ADM-USER-30 the back-office shows its own error message for ${kind}`, NIGHTLY, async ({ page }) => {
    await signIn(page)
    await page.goto('/admin/articles')
    await fulfillWrites(page, response)
    await page.getByRole('button', { name: 'Create Article' }).click()
    const create = page.getByRole('dialog', { name: 'Create New Article' })
    await create.getByLabel('Title').fill('A title without an answer')
    await create.getByLabel('Category').selectOption('5')
    await create.getByLabel('Author name').fill('Kit Marlow')
    await create.locator('.cm-content').fill('Words.')
    await create.getByRole('button', { name: /^(Create|Save|Publish)/ }).click()
    await expectToast(page, 'Creation failed', 'Failed to create the article. Please try again.')

    await page.goto('/admin/articles')
    await page.getByRole('button', { name: 'Edit' }).first().click()
    const edit = page.getByRole('dialog', { name: 'Quick Edit Article' })
    await edit.getByLabel('Author name').fill('Kit Marlow')
    await edit.getByRole('button', { name: /^(Save|Update)/ }).click()
    await expectToast(page, 'Update failed', 'Failed to update the article. Please try again.')

    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Create User' }).click()
    const user = page.getByRole('dialog', { name: 'Create User' })
    await user.getByLabel('Username').fill('nobody_yet')
    await user.getByLabel('Email').fill('nobody@example.org')
    await user.getByLabel(/^Password/).fill('a long enough secret')
    await user.getByRole('button', { name: 'Create User' }).click()
    await expectToast(page, 'Failed to create user', 'An error occurred while creating the user.')

    await page.goto('/admin/products')
    await page.getByRole('button', { name: 'Add Product' }).click()
    const product = page.getByRole('dialog', { name: 'Add Product' })
    const picture = { name: 'kettle.png', mimeType: 'image/png', buffer: Buffer.from('bytes') }
    await product.locator('input[type=file]').setInputFiles(picture)
    await product.getByLabel('Alternative text').fill('A kettle')
    await product.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(product.getByText('The picture could not be uploaded. Please try again.')).toBeVisible()
  })

  test(`GEN the site shows its own error message for ${kind}`, nightlyUnless(kind === 'an empty body'), async ({ page }) => {
    await fulfillWrites(page, response)
    await page.goto('/sign-in')
    await page.getByLabel('Username or email').fill('priya_leeds')
    await page
      .getByRole('form', { name: 'Sign in' })
      .getByLabel(/^Password/)
      .fill('a long enough secret')
    await page.getByRole('form', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText(FALLBACK_MESSAGE)).toBeVisible()

    await toSummary(page, 'Unanswered Green')
    await press(page, 'Deploy Now')
    await expectToast(page, 'Deployment Failed', 'There was an error deploying your site. Please try again.')
    await expect(page.getByText(FALLBACK_MESSAGE)).toBeVisible()

    // The specification requires the raw reason here: status and status text, without markup or data.
    await page.goto('/forum/1')
    await page.getByRole('textbox', { name: /reply/i }).fill('An answer to nobody.')
    await page.getByRole('button', { name: /post reply/i }).click()
    await expect(page.getByText(/Failed to post reply: 50[02]: (Internal Server Error|Bad Gateway)$/)).toBeVisible()
  })
}
