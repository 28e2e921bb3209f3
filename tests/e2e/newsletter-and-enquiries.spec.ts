/** The back-office's addresses of the newsletter, and enquiries that go to the trash and come back. */
import { readFile } from 'node:fs/promises'
import { expectGone } from './expect-gone.ts'
import { expectToast, holdUndo } from './administrator.ts'
import { createEnquiries } from './office-hands.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.beforeEach(async ({ page }) => {
  const data = { username: 'keeper', password: process.env['E2E_ADMIN_PASSWORD'] ?? '' }
  expect((await page.request.post('/api/admin/login', { data })).status()).toBe(200)
  await page.addInitScript(() => localStorage.setItem('isAdmin', 'true'))
})

test('an administrator finds a subscriber, downloads confirmed addresses, and removes the subscriber', NIGHTLY, async ({ page }) => {
  const email = `reader-${crypto.randomUUID().slice(0, 8)}@example.org`
  await page.goto('/')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expectToast(page, 'Thank you for subscribing to our newsletter!')
  const { body } = ((await (await page.request.get('/api/admin/mail')).json()) as { to: string; body: string }[]).find(
    (one) => one.to === email,
  )!
  const token = /confirm\?key=([\w-]{43})/.exec(body)?.[1]

  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Subscribers', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search addresses' }).fill(email.slice(0, 12).toUpperCase())
  await expect(page).toHaveURL(/search=/)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Waiting')
  await expect(row).toContainText('Home page')
  expect((await page.request.post('/api/newsletter/confirm', { data: { token } })).status()).toBe(200)
  await page.reload()
  await expect(row).toContainText('Confirmed')

  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download confirmed' }).click()
  const text = await readFile(await (await saved).path(), 'utf8')
  expect(text.split('\n').find((line) => line.startsWith(email))).toMatch(/\/newsletter\/unsubscribe\?key=[\w-]{43}$/)

  await row.getByRole('checkbox').check()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('alertdialog', { name: `Remove ${email} from the newsletter?` })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Address removed')
  await expect(page.getByText('No addresses match')).toBeVisible()
  await page.goto('/admin/audit?subject=subscriber')
  await expect(page.getByRole('row').filter({ hasText: 'Newsletter address removed' }).first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Newsletter address list downloaded' }).first()).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
})

test('enquiries deleted in bulk or from the panel are restored by Undo or from the trash', NIGHTLY, async ({ page }) => {
  const [first, second] = await createEnquiries(page, 'Lister', 'Lister')
  await page.goto(`/admin/enquiries?search=Lister`)
  const row = (name = '') => page.getByRole('row').filter({ hasText: name })
  await row(first?.name).getByRole('checkbox').check()
  await row(second?.name).getByRole('checkbox').check()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete 2 enquiries?')
  await question.getByRole('button', { name: 'Delete' }).click()
  const undo = await holdUndo(page)
  await expectToast(page, '2 enquiries deleted')
  await expectGone(row(first?.name))
  await undo.click()
  await expectToast(page, '2 enquiries restored')
  await expect(row(first?.name)).toBeVisible()

  await row(first?.name).getByRole('button', { name: /^View/ }).click()
  const panel = page.getByRole('dialog', { name: first?.name ?? '' })
  // The button is below content that is still loading.
  await expect(panel).toContainText('sent the enquiry')
  await panel.getByRole('button', { name: 'Delete enquiry' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Enquiry deleted')
  await expectGone(row(first?.name), row(second?.name))
  await page.goto('/admin/trash?kind=enquiry')
  await page.getByRole('button', { name: new RegExp(`^Restore ${first?.name}`) }).click()
  await expectToast(page, 'Enquiry restored')
})
