/** Newsletter issues: editing, conflicts, import of subscribers, and the reader's preferences. */
import { expectToast } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { NIGHTLY } from './nightly.ts'
import { expect, test } from './site.ts'

// The sandboxed preview has no scripts and an opaque origin; Playwright's access to it causes these messages.
test.use({ expectedInConsole: /document is sandboxed|recipient window's origin \('null'\)|status of 409/ })

test('an administrator writes an issue, reorders its entries, previews it, and cannot send it without a mail server', async ({ page }) => {
  const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' }
  expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
  await page.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
  const subject = `What June brought ${crypto.randomUUID().slice(0, 8)}`

  await page.goto('/admin/newsletter-issues')
  await page.getByRole('button', { name: 'Blank issue' }).click()
  const sheet = page.getByRole('dialog', { name: 'Newsletter issue' })
  await sheet.getByLabel('Subject').fill(subject)
  for (const title of ['First', 'Second']) {
    await sheet.getByRole('button', { name: 'Add entry' }).click()
    await sheet.getByLabel('Title').last().fill(title)
  }
  // Reordered by keyboard, then by buttons.
  await sheet.getByLabel('Title').last().press('Alt+ArrowUp')
  await expect(sheet.getByLabel('Title').first()).toHaveValue('Second')
  await sheet.getByRole('button', { name: 'Move down: Second' }).click()
  await expect(sheet.getByLabel('Title').first()).toHaveValue('First')
  await sheet.getByRole('button', { name: 'Remove: Second' }).click()
  await expect(sheet.getByLabel('Title')).toHaveCount(1)
  await sheet.getByRole('button', { name: 'Restore “Second”' }).click()
  await expect(sheet.getByLabel('Title')).toHaveCount(2)
  await sheet.getByLabel('Title').first().fill('First, rewritten')
  await sheet.getByLabel('Text', { exact: true }).first().fill('In **other** words.')
  await expect(sheet.frameLocator('iframe').getByRole('heading', { name: 'Second' })).toBeVisible()
  await expect(sheet.frameLocator('iframe').getByText('In other words.')).toBeVisible()
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Issue saved')
  await page.reload()
  await expect(sheet.getByLabel('Title')).toHaveCount(2)
  await expect(sheet.getByLabel('Title').first()).toHaveValue('First, rewritten')
  await expect(sheet.getByLabel('Text', { exact: true }).first()).toHaveValue('In **other** words.')
  await sheet.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click()
  await expectToast(
    page,
    'Issue not sent',
    'No mail server is configured, so the issue cannot be sent or published. Ask the operator to set SMTP_URL (see the operations page), then send it again.',
  )
  const issues = (await (await page.request.get('/api/admin/newsletter/issues')).json()) as { subject: string; state: string }[]
  expect(issues.find((one) => one.subject === subject)?.state).toBe('draft')
})

test('on an edit conflict the second administrator chooses between the two versions', NIGHTLY, async ({ page }) => {
  const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' }
  expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
  await page.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
  const { id } = (await (await page.request.post('/api/admin/newsletter/issues', { data: { fromActivity: false } })).json()) as {
    id: number
  }
  const path = `/api/admin/newsletter/issues/${id}`
  await page.goto(`/admin/newsletter-issues?open=${id}`)
  const sheet = page.getByRole('dialog', { name: 'Newsletter issue' })
  const save = sheet.getByRole('button', { name: 'Save', exact: true })
  await sheet.getByLabel('Subject').fill('Mine')
  expect((await page.request.patch(path, { data: { subject: 'Theirs' } })).status()).toBe(200)
  await save.click()
  const notice = sheet.getByRole('alert').filter({ hasText: 'Someone else has changed this issue' })
  await expect(notice).toBeVisible()
  await expectNoAxeViolations(page)
  await notice.getByRole('button', { name: 'Load their version' }).click()
  await expect(sheet.getByLabel('Subject')).toHaveValue('Theirs')
  await expect(notice).toBeHidden()

  await sheet.getByLabel('Subject').fill('Mine after all')
  expect((await page.request.patch(path, { data: { subject: 'Theirs again' } })).status()).toBe(200)
  await save.click()
  await notice.getByRole('button', { name: 'Keep my version' }).click()
  await save.click()
  await expectToast(page, 'Issue saved')
  expect(await (await page.request.get(path)).json()).toMatchObject({ subject: 'Mine after all', state: 'draft' })
  await page.request.delete(path)
})

test('an administrator imports subscribers from a file after a dry run', NIGHTLY, async ({ page }) => {
  const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' }
  expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
  await page.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
  const email = `file-${crypto.randomUUID().slice(0, 8)}@example.org`
  await page.goto('/admin/newsletter')
  await page.getByRole('button', { name: 'Import' }).click()
  const panel = page.getByRole('dialog', { name: 'Import subscribers' })
  const file = {
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFFEmail;Since\n${email};2025-03-01\nnobody;2025-03-01\n`),
  }
  await panel.getByLabel('File').setInputFiles(file)
  await expect(panel.getByText('Not an email address', { exact: true })).toBeVisible()
  await expect(panel.getByText('No header row found')).toBeHidden()
  await expect(panel.getByRole('button', { name: 'Add 0 addresses' })).toBeDisabled()
  await panel.getByLabel('Default source of consent').fill('Fair in Bath')
  await panel.getByLabel('Default source of consent').blur()
  await expect(panel.getByRole('button', { name: 'Add 1 address' })).toBeEnabled()
  await expectNoAxeViolations(page)
  await panel.getByLabel('File').setInputFiles({ ...file, buffer: Buffer.from(`${email};2025-03-01\n`) })
  await expect(panel.getByText('No header row found')).toBeVisible()
  await expectNoAxeViolations(page)
  await panel.getByRole('button', { name: 'Add 1 address' }).click()
  await expectToast(page, '1 address added')
  await page.getByRole('searchbox', { name: 'Search addresses' }).fill(email)
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Confirmed')
})

test('a subscriber changes their preferences by the mailed link and unsubscribes', NIGHTLY, async ({ page }) => {
  const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' }
  expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
  const email = `chooser-${crypto.randomUUID().slice(0, 8)}@example.org`
  await page.request.post('/api/newsletter', { data: { email } })
  const mails = (await (await page.request.get('/api/admin/mail')).json()) as { to: string; body: string }[]
  const token = /confirm\?key=([\w-]{43})/.exec(mails.find(({ to }) => to === email)?.body ?? '')?.[1]
  await page.goto(`/newsletter/confirm?key=${token}`)
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await page.getByRole('link', { name: 'Choose your topics' }).click()
  await page.getByRole('switch', { name: 'Solar Panels' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Solar Panels' })).toBeChecked()
  await page.getByRole('link', { name: 'Unsubscribe' }).click()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You are unsubscribed')).toBeVisible()
})
