/** Cross-links of the back-office: draft preview and back, a member's details, the audit log of one user. */
import { EXPECTED_IN_CONSOLE, expectToast, signIn, some } from './administrator.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './site.ts'
import { NIGHTLY } from './nightly.ts'

test.use({ expectedInConsole: EXPECTED_IN_CONSOLE })

test('an administrator previews a draft from the list and returns to the editor; visitors get 404', NIGHTLY, async ({ page, browser }) => {
  await signIn(page)
  const title = some('Not yet')
  const body = { title, content: 'Words', authorName: 'Ada', categoryId: 2, status: 'draft' }
  const { slug } = (await (await page.request.post('/api/articles', { data: body })).json()) as { slug: string }
  await page.goto(`/admin/articles?search=${encodeURIComponent(title)}`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: `Preview ${title} (opens in a new tab)` }).click()
  const preview = await opened
  await expect(preview.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const bar = preview.getByRole('complementary', { name: 'About this draft' })
  await expect(bar).toHaveText(/Draft: only administrators see this/)
  await expect(preview.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectNoAxeViolations(preview)

  const visitor = await (await browser.newContext()).newPage()
  expect((await visitor.goto(preview.url()))?.status()).toBe(404)
  await expect(visitor.getByRole('heading', { name: 'Article Not Found' })).toBeVisible()
  await expect(visitor.getByText('Words', { exact: true })).toHaveCount(0)
  await visitor.context().close()

  await bar.getByRole('link', { name: 'Back to the editor' }).click()
  const editor = preview.getByRole('dialog', { name: 'Quick Edit Article' })
  await expect(editor.getByLabel('Slug')).toHaveValue(slug)
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await expect(editor).toBeHidden()
  expect(new URL(preview.url()).search).toBe('')
})

test('an administrator changes a member’s username; a taken one is reported at its field', NIGHTLY, async ({ page }) => {
  await signIn(page)
  const word = crypto.randomUUID().slice(0, 8)
  const member = { username: `wrong_${word}`, email: `${word}@example.org`, password: 'a long enough secret' }
  expect((await page.request.post('/api/users', { data: member })).status()).toBe(201)
  await page.goto(`/admin/users?search=${word}`)
  await page.getByRole('button', { name: `View ${member.username}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByLabel('Username').fill('priya_leeds')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByText('That username is taken. Please choose another.')).toBeVisible()
  await expect(edit.getByLabel('Username')).toBeFocused()
  await edit.getByLabel('Username').fill(`right_${word}`)
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'User updated')
  await expect(page.getByRole('dialog', { name: `right_${word}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: `View right_${word}` })).toBeFocused()
})

test('the button of an audit entry on a phone wraps its text and the name of the user as one sentence', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  await page.goto('/admin/audit')
  await page.getByRole('row').nth(1).click()
  const button = page.getByRole('dialog').getByRole('button', { name: /^Show all entries by/ })
  // Each child of a button is laid out as a column.
  await expect(button).toBeVisible()
  expect(await button.evaluate(({ childNodes }) => childNodes.length)).toBe(1)
})

test('the audit log can be filtered by user with the keyboard alone', NIGHTLY, async ({ page }) => {
  await signIn(page)
  const name = some('Ledger')
  const person = { username: `ledger_${crypto.randomUUID().slice(0, 8)}`, email: `${crypto.randomUUID()}@example.org`, displayName: name }
  expect((await page.request.post('/api/users', { data: { ...person, password: 'a long enough secret' } })).status()).toBe(201)
  await page.goto('/admin/audit')
  const box = page.getByRole('combobox', { name: 'User' })
  const list = page.getByRole('listbox', { name: 'User' })
  await box.focus()
  await page.keyboard.type(name)
  await expect(list.getByRole('option')).toHaveText([`${name}${person.username}`])
  await page.keyboard.press('ArrowDown')
  await expect(box).toHaveAttribute('aria-activedescendant', (await list.getByRole('option').getAttribute('id')) ?? '')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]user=\d+/)
  await expect(box).toHaveValue(name)
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('No results')).toBeVisible()
  await page.keyboard.type('nobody at all')
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue(name)
  await box.fill('')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/user=/)
  await expect(page.getByRole('table', { name: 'Audit log' })).toBeVisible()
})
