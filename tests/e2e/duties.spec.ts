/** The back-office's records of legal duties, from the first draft to the signed PDF. */
import { readFile } from 'node:fs/promises'
import { readPdf } from '#tests/support/read-pdf.ts'
import { expectToast, signIn } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './site.ts'

test.beforeEach(({ page }) => signIn(page))

test('an administrator starts, completes, signs and exports a record, and starts a new version from it', async ({ page }) => {
  await page.goto('/admin/duties')
  await page.getByRole('link', { name: 'Named contact' }).click()
  await page.getByRole('button', { name: 'Start this record' }).click()
  await expect(page.getByRole('heading', { name: 'Draft of version 1' })).toBeFocused()
  await expectNoAxeViolations(page, 'the draft')

  await page.getByRole('button', { name: 'Save and sign' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(page.getByText('Please answer this before you sign').first()).toBeVisible()
  for (const name of ['Name', 'Role', 'Email address']) await page.getByRole('textbox', { name }).fill(`${name} of the operator`)
  await page.getByRole('button', { name: 'Save draft' }).click()
  const email = page.getByRole('textbox', { name: 'Email address' })
  await expect(page.getByText('Enter an email address, such as name@example.org.')).toBeVisible()
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('Email address of the operator')
  await expect(page.getByRole('textbox', { name: 'Role' })).toHaveValue('Role of the operator')
  await email.fill('operator@example.org')
  for (const name of ['Where visitors find a contact', 'What happens with urgent messages'])
    await page.getByRole('textbox', { name }).fill('On the contact page.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'Draft saved')

  await page.getByRole('button', { name: 'Save and sign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign version 1' })
  await dialog.getByRole('textbox', { name: 'Your name' }).fill('Ada Quill')
  await dialog.getByRole('textbox', { name: 'Your role' }).fill('Chair')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog.getByText('Please confirm this')).toBeVisible()
  await expectNoAxeViolations(page, 'the signature')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText(/^Signed on /)).toBeVisible()
  await expectNoAxeViolations(page, 'the signed version')

  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDF of version 1' }).first().click()
  const { text } = readPdf(await readFile(await (await downloaded).path()))
  expect(text).toContain('Named contact')
  expect(text).toContain('operator@example.org')

  await page.getByRole('button', { name: 'Start a new version' }).click()
  await expect(page.getByRole('heading', { name: 'Draft of version 2' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Role' })).toHaveValue('Role of the operator')
})
