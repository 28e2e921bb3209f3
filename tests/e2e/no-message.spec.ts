/** What a person reads when a proxy in front of the site, or a server in trouble, answers without words for anybody. */
import type { Page } from '@playwright/test'
import { EXPECTED_IN_CONSOLE, expectToast, signIn } from './administrator.ts'
import { press, toSummary } from './assistant.ts'
import { NIGHTLY, nightlyUnless } from './nightly.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: new RegExp(`${EXPECTED_IN_CONSOLE.source}|status of 50[02]`) })

const ANSWERS = {
  'an empty object': { status: 500, contentType: 'application/json', body: '{}' },
  nothing: { status: 500, body: '' },
  'a page': {
    status: 502,
    contentType: 'text/html',
    body: '<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>',
  },
}
const OURS = 'The server could not answer. Please try again.'

/** Every write is answered by somebody else. */
const answerWrites = (page: Page, answer: (typeof ANSWERS)[keyof typeof ANSWERS]) =>
  page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : route.fulfill(answer)))

for (const [what, answer] of Object.entries(ANSWERS)) {
  test(`ADM-ART-27 ADM-ART-32 ADM-USER-30 the back-office is answered with ${what}`, NIGHTLY, async ({ page }) => {
    await signIn(page)
    await page.goto('/admin/articles')
    await answerWrites(page, answer)
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

  test(`GEN the site is answered with ${what}`, nightlyUnless(what === 'nothing'), async ({ page }) => {
    await answerWrites(page, answer)
    await page.goto('/sign-in')
    await page.getByLabel('Username or email').fill('priya_leeds')
    await page
      .getByRole('form', { name: 'Sign in' })
      .getByLabel(/^Password/)
      .fill('a long enough secret')
    await page.getByRole('form', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText(OURS)).toBeVisible()

    await toSummary(page, 'Unanswered Green')
    await press(page, 'Deploy Now')
    await expectToast(page, 'Deployment Failed', 'There was an error deploying your site. Please try again.')
    await expect(page.getByText(OURS)).toBeVisible()

    // Here the specification wants the raw reason: the status and its name, but no markup and no data.
    await page.goto('/forum/1')
    await page.getByRole('textbox', { name: /reply/i }).fill('An answer to nobody.')
    await page.getByRole('button', { name: /post reply/i }).click()
    await expect(page.getByText(/Failed to post reply: 50[02]: (Internal Server Error|Bad Gateway)$/)).toBeVisible()
  })
}
